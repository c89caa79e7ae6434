import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eanCheckDigit } from '../../shared/sale/article-label.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { scan } from '../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { newFolder } from '../support/khatm.ts';
import { payExactly } from '../support/pay.ts';

/*
 * Tests how a manager maintains the list of articles and the till sells from it. The page, the terminal, the database
 * and the thread for files are real.
 */

describe.skipIf(chromiumPath === undefined)('the articles of a shop', () => {
  let preview: Preview;
  let page: Page;

  beforeAll(async () => {
    preview = await openPreview(newFolder('articles'));
    page = preview.page;
  });
  afterAll(() => preview?.close());

  const importFile = async (text: string) => {
    await preview.goTo('#/articles/files');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('heading', { name: 'This would happen' }).waitFor();
  };
  const label = (digits: string) => digits + eanCheckDigit(digits);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

  test('one is added, refused without a name, and found by its code', async () => {
    await preview.goTo('#/articles');
    await page.getByText('There is no article yet').waitFor();
    await page.getByRole('button', { name: 'New article' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A name in Arabic or English is needed').waitFor();
    await page.getByLabel('Name in Arabic').fill('تمر سكري');
    await page.getByLabel('Name in English').fill('Sukkari dates');
    await page.getByLabel('Price with VAT').fill('٣٨٫٥'.replace('٫', '.'));
    await page.getByLabel('Unit').selectOption('KGM');
    await page.getByLabel('Barcodes and codes').fill('00123\nAB12-77');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Sukkari dates.*00123.*kg.*38\\.50').waitFor();
    await page.getByLabel('Name or code').fill('ab12-77');
    await page.getByText('1 article', { exact: true }).waitFor();
    await page.getByLabel('Name or code').fill('zzz');
    await page.getByText('No article fits.').waitFor();
  });

  test('a code of another article is refused at its field', async () => {
    await preview.goTo('#/article');
    await page.getByLabel('Name in English').fill('Figs');
    await page.getByLabel('Barcodes and codes').fill('00123');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Belongs to تمر سكري | Sukkari dates').waitFor();
  });

  test('a file with a fault imports the other row; the mended one both', async () => {
    await importFile('Name;Codes;Price\nTea;96385074;cheap\nMilk;991;4,5');
    await row('2.*Price with VAT.*Tea.*cheap.*Enter a number').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported: 1 new article').waitFor();
    await importFile('Name;Codes;Price\nTea;96385074;3\nMilk;991;4,5');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported: 1 new article').waitFor();
    await preview.goTo('#/articles');
    await page.getByLabel('Name or code').fill('991');
    await row('Milk.*991.*4\\.50').waitFor();
  });

  test('an export is a file that a spreadsheet opens', async () => {
    await preview.goTo('#/articles/files');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('articles.csv');
    const file = path.join(newFolder('articles-export'), 'articles.csv');
    await download.saveAs(file);
    expect(await readFile(file, 'utf8')).toMatch(/^\ufeffId,Name in Arabic,.*\r\n.*تمر سكري/s);
  });

  test('a rule reads labels of the scale, and the field says how', async () => {
    await preview.goTo('#/articles/labels');
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2, or 20 to 29', { exact: true }).waitFor();
    for (const [label, text] of [
      ['Begins with', '21'],
      ['Digits of the article', '5'],
      ['Digits of weight or price', '5'],
      ['Of these after the point', '3'],
    ] as const)
      await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Scan or type a label').fill('2100123003501');
    await page.getByText('Article 00123, 0.35 kg').waitFor();
    await page.getByText('Sukkari dates').waitFor();
  });

  test('a label with a weight is sold in grams too, and refused for an article that has no weight', async () => {
    await importFile('Name in English;Codes;Price;Unit\nSaffron;401;0.5;g\nEggs;403;18;piece');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported: 2 new articles').waitFor();
    await preview.goTo('#/articles/labels');
    await page.getByLabel('Scan or type a label').fill(label('210040300350'));
    await page.getByText('This article is not sold by weight').waitFor();
    await preview.goTo('#/');
    await page.locator('textarea[id^="line-"]').first().waitFor();
    await scan(page, label('210040300350'));
    await page.getByText('The label has a weight, but Eggs is not sold by weight').waitFor();
    await scan(page, label('210040100025'));
    await page.getByText('12.50', { exact: true }).first().waitFor();
    // A label that is typed is refused with the same words, and its field is free for the next one.
    const names = page.locator('textarea[id^="line-"]');
    await names.last().fill(label('210040300350'));
    await page.keyboard.press('Enter');
    await page.getByText('The label has a weight, but Eggs is not sold by weight').waitFor();
    expect(await names.last().inputValue()).toBe('');
    expect(await names.count()).toBe(2);
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  });

  test('the till sells by scan and by name, and what it does not know is a proposal', async () => {
    await preview.goTo('#/');
    await page.locator('textarea[id^="line-"]').first().waitFor();
    await scan(page, '2100123003501');
    await page.getByText('13.48', { exact: true }).first().waitFor();
    await scan(page, '96385074');
    await page.getByText('16.48', { exact: true }).first().waitFor();
    const names = page.locator('textarea[id^="line-"]');
    await names.last().fill('Karak');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('6');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await preview.goTo('#/articles/proposals');
    await page.getByText('Karak', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^New article from/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'New article from Karak' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Everything that was sold is in the list.').waitFor();
  });

  test('a price dated ahead is shown, and dropped again; a withdrawn article is gone from the till', async () => {
    await preview.goTo('#/articles');
    await page.getByRole('link', { name: /Milk/ }).click();
    await page.getByLabel('Price with VAT').fill('5');
    const tomorrow = new Date(Date.now() + 36 * 60 * 60_000).toISOString().slice(0, 10);
    await page.getByRole('textbox', { name: 'New price from' }).fill(tomorrow);
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Milk.*4\\.50.*5\\.00 from').waitFor();
    await page.getByRole('link', { name: /Milk/ }).click();
    await page.getByRole('button', { name: 'Drop' }).click();
    await page.getByText('dropped', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Sell again' }).waitFor();
    await preview.goTo('#/');
    await scan(page, '991');
    await preview.goTo('#/articles');
    await row('Sukkari').waitFor();
    await row('Milk').waitFor({ state: 'detached' });
  });

  test('groups are made, moved and given to an article', async () => {
    await preview.goTo('#/articles/groups');
    for (const name of ['Hot', 'Cold']) {
      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByLabel('Name in English').fill(name);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Change ${name}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Move Cold up' }).click();
    await page.getByRole('button', { name: 'Move Hot up' }).waitFor();
    await preview.goTo('#/articles');
    await page.getByRole('link', { name: /Tea/ }).click();
    // The list has a field of the same name, so wait until the article is open.
    await page.getByLabel('Price with VAT').waitFor();
    await page.getByLabel('Group').selectOption({ label: 'Hot' });
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Tea.*Hot').waitFor();
  });

  test('a list of 400 rows with 20 faults goes in with four presses, and gives back what cannot', async () => {
    const prices = Array.from({ length: 380 }, (_, index) => `Article ${index};;${index + 1},50`);
    const unclear = Array.from({ length: 16 }, (_, index) => `Machine ${index};;${index + 1}.250`);
    const rounded = Array.from({ length: 4 }, (_, index) => `Rounded ${index};6,281E+12;3,00`);
    const begun = Date.now();
    await importFile(['Price list 2026', 'Name;Codes;Price', ...prices, ...unclear, ...rounded].join('\n'));
    await page.getByText('20 rows stay outside').waitFor();
    await row('383.*Price with VAT.*Machine 0.*1\\.250.*may be thousands').waitFor();
    await page.getByRole('button', { name: 'These are thousands' }).click();
    await page.getByText('4 rows stay outside').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported: 396 new articles').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save 4 rows with their reasons' }).click();
    expect((await saving).suggestedFilename()).toBe('rows-not-imported.xlsx');
    expect(Date.now() - begun).toBeLessThan(60_000);
  });
});
