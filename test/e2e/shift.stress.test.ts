import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../document/paper/read-pdf.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter, issueUntilGreen, nextSale } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { payExactly, readyToPay } from '../support/pay.ts';

/*
 * Tests a shift at the training terminal in a browser. It is opened, has sales, is counted, and closes with the right
 * amount of cash.
 */

describe.skipIf(chromiumPath === undefined)('a shift at the screen', () => {
  let preview: Preview;
  let page: Page;
  beforeAll(async () => {
    preview = await openPreview(newFolder('shift'));
    page = preview.page;
  });
  afterAll(async () => {
    await preview?.close();
  });

  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const count = async (pieces: Record<string, string>) => {
    for (const [value, number] of Object.entries(pieces))
      await page.getByRole('textbox', { name: `How many of ${value} SAR` }).fill(number);
  };
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');

  test('is opened with a float, once, however often the key is pressed', async () => {
    await press('Alt+4');
    await page.getByText('No shift is open').waitFor();
    await press('F9');
    await page.getByText('Enter an amount such as 50.00').waitFor();
    await page.getByLabel('Cash in the drawer now').fill('١٠٠');
    await press('F9', 'F9', 'Enter');
    await page.getByRole('heading', { name: 'Shift 1', exact: true }).waitFor();
    await page.getByText('No documents').or(page.getByText('0 documents')).first().waitFor();
  });

  test('has the sales at the screen, and the cash that was paid in and out', async () => {
    await press('Alt+1');
    await enter(page, [{ name: 'قهوة | Coffee', quantity: '2', price: '11.50' }]);
    await issueUntilGreen(page, 'The authority has it. All done.');
    await nextSale(page);
    await press('Alt+4');
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pay out' }).click();
    await page.getByLabel('Amount').fill('8.00');
    await press('Enter');
    await page.getByText('Say what it is for').waitFor();
    await page.getByLabel('What for?').fill('Water');
    await press('Enter', 'Enter');
    await page.getByText('Water').waitFor();
    expect(await page.getByText('Paid out').count()).toBe(1);
  });

  test('shows no totals to the person who counts', async () => {
    await expect.poll(() => page.getByText('115.00').count()).toBe(0);
    expect(await page.getByText('Must be there').count()).toBe(0);
  });

  test('is closed only after a second answer, and its report is right to the halala', async () => {
    await count({ '100.00': '1', '10.00': '1', '5.00': '1' });
    await page.getByText('115.00').waitFor();
    await press('F9');
    await page.getByText('Close the shift with 115.00 SAR in the drawer?').waitFor();
    // Repeated keys close nothing, because the safe answer has the focus.
    await press('F9', 'Enter');
    await page.getByRole('heading', { name: 'Shift 1', exact: true }).waitFor();
    await press('F9');
    await page.getByRole('button', { name: 'Yes, close it' }).click();
    await page.getByRole('heading', { name: 'Shift 1 is closed' }).waitFor();
    await page.getByText('Exactly right').waitFor();
    for (const [label, amount] of [
      ['Sales · 1', '23.00'],
      ['At the opening', '100.00'],
      ['Paid out', '-8.00'],
      ['Must be there', '115.00'],
      ['S · 15 % on 20.00', '3.00'],
      ['Cash · 1', '23.00'],
    ] as const)
      expect(await figure(label).innerText()).toBe(amount);
    await press('F9');
    await page.getByText('No shift is open').waitFor();
  });

  test('is on the page of the day, with everything by hour, means and person', async () => {
    await press('Alt+7');
    await page.getByText('Nothing: all is in order').waitFor();
    await page.getByText('Sales less returns').waitFor();
    await page.getByText(/^(The day is not over: it is compared up to \d\d:00|It has only begun)/).waitFor();
    const row = (table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1);
    await expect.poll(() => row('Best articles').innerText()).toMatch(/قهوة | Coffee\s+2\s+23\.00/);
    expect(await row('By means of payment').innerText()).toMatch(/Cash\s+1\s+23\.00/);
    expect(await row('VAT by rate').innerText()).toMatch(/S 15%\s+20\.00\s+3\.00/);
    await page.getByText('Month', { exact: true }).click();
    await expect.poll(() => row('By day').innerText()).toMatch(/1\s+23\.00/);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => row('By day').innerText()).toBe('None');
    await press('Alt+4');
    await page.getByText('No shift is open').waitFor();
  });

  test('is in the reports, which other programs read, with its closing report a link away', async () => {
    await press('Alt+7');
    await page.getByRole('link', { name: 'Reports' }).click();
    const table = (name: string) => page.getByRole('table', { name });
    await table('Sales by article')
      .getByRole('row')
      .filter({ hasText: 'Coffee' })
      .getByText('23.00')
      .waitFor();
    for (const format of ['XLSX', 'CSV', 'PDF']) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: `Save as ${format}` }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^Sales by article .*\\.${format.toLowerCase()}$`));
      const copy = path.join(newFolder('reports'), file.suggestedFilename());
      await file.saveAs(copy);
      const bytes = readFileSync(copy);
      if (format === 'XLSX')
        expect((await readWorkbook(bytes))[0]?.data[1]).toEqual(['قهوة | Coffee', null, 2, 23]);
      if (format === 'CSV') expect(bytes.toString('utf8')).toContain('قهوة | Coffee,,2,23.00');
      if (format === 'PDF') expect((await (await readPdf(bytes)).texts(1)).join(' ')).toContain('23.00');
    }
    await page.getByLabel('Report', { exact: true }).selectOption('VAT return');
    const standard = table('VAT return').getByRole('row').filter({ hasText: 'Standard rated sales' });
    for (const amount of ['20.00', '3.00']) await standard.getByText(amount, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'T1-000001' }).waitFor();
    await page.getByRole('button', { name: 'Last quarter' }).click();
    expect(await page.getByLabel('From day', { exact: true }).inputValue()).toMatch(/-(01|04|07|10)-01$/);
    await standard.getByText('20.00', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'This month' }).click();
    await standard.getByText('20.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose a day: To day' }).click();
    await page.locator('input[type=date]').fill('2027-01-31');
    expect(await page.getByLabel('To day', { exact: true }).inputValue()).toBe('2027-01-31');
    await page.getByLabel('Report', { exact: true }).selectOption('Closed shifts');
    await table('Closed shifts').getByRole('link', { name: 'Shift 1' }).click();
    await page.getByRole('heading', { name: 'Shift 1 is closed' }).waitFor();
    expect(await figure('Must be there').innerText()).toBe('115.00');
    await press('F9');
    await page.getByText('No shift is open').waitFor();
  });

  test('stands on the page of its documents, with who issued them and how they were paid', async () => {
    await press('Alt+2');
    const sums = page.getByLabel('Sums of the list');
    await sums.getByText('23.00').waitFor();
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await chip('Yesterday').click();
    await page.getByText('Nothing fits this search.').waitFor();
    await chip('Today').click();
    await sums.getByText('23.00').waitFor();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByLabel('Paid by').selectOption('Card');
    await page.getByText('Nothing fits this search.').waitFor();
    await page.getByLabel('Paid by').selectOption('Cash');
    await page.getByLabel('Article or barcode').fill('coff');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'T1-000001' }).click();
    await page.getByRole('columnheader', { name: 'Unit price' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Coffee' }).getByText('11.50').waitFor();
    const paid = page.getByRole('region', { name: 'Payment' });
    await paid.getByText('Issued by this terminal · Shift 1').waitFor();
    expect((await paid.getByRole('listitem').innerText()).replace(/\s+/g, ' ')).toBe('Cash 23.00 SAR');
    await press('Alt+4');
  });

  test('is needed for a sale once a manager says so', async () => {
    await page.getByText('No sale without an open shift').click();
    await page.getByText('Sales need an open shift.').waitFor();
    await press('Alt+1');
    await enter(page, [{ name: 'دفتر | Notebook', quantity: '1', price: '5.00' }]);
    await payExactly(page);
    await page.getByText('No shift is open. Open one first.').waitFor();
    await page.getByRole('link', { name: 'Open a shift' }).click();
    await page.getByLabel('Cash in the drawer now').fill('0');
    await press('F9');
    await page.getByRole('heading', { name: 'Shift 2', exact: true }).waitFor();
    await press('Alt+1');
    // The payment is still open.
    await readyToPay(page);
    expect(await page.getByText('No shift is open').count()).toBe(0);
    await press('Escape');
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    // A screen that opens with goods ignores keys at first.
    await page.waitForTimeout(700);
    await issueUntilGreen(page, 'The authority has it. All done.');
    expect(preview.complaints).toEqual([]);
  });
});
