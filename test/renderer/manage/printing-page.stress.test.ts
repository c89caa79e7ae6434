import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { logoSize } from '../../../main/document/paper/logo.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import { payExactly } from '../../support/pay.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

/* Tests the choice of printer and paper, and the setting that prints every sale. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
];
const browser: FakeOptions = { people, person: 'Noura', environment: 'production', invoices: 5 };
const printers = [
  { name: 'EPSON_TM_T20', label: 'EPSON TM-T20III' },
  { name: 'Office', label: 'Office' },
];
const terminal: FakeOptions = { ...browser, printers };
const hash = '#/settings/printing';
const inputsOf = async (page: Page, name: string) => (await callsOf(page, name)).map(({ input }) => input);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const goneWords = 'The receipt was not printed: the printer is not there.';

async function sell(page: Page): Promise<void> {
  await typeLines(page, ['Coffee', '2', '14']);
  await payExactly(page);
  await page.getByRole('button', { name: /^New sale/ }).waitFor();
}

describe.skipIf(chromiumPath === undefined)('printing', () => {
  const { open } = usePages();

  test('printer and paper are chosen by keyboard and saved', async () => {
    const page = await open({ hash, fake: terminal });
    await page.getByRole('radio', { name: /default printer/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: /80 mm/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Saved').waitFor();
    expect(await inputsOf(page, 'receipt.setSettings')).toEqual([
      { autoPrint: false, printer: 'EPSON_TM_T20', paper: 'roll58' },
    ]);
  });

  test('what is chosen can be tried before it is saved', async () => {
    const page = await open({ hash, fake: terminal });
    await page.getByRole('radio', { name: 'Office', exact: true }).check();
    await page.getByRole('radio', { name: /A4/ }).check();
    await button(page, 'Print a test page').click();
    await page.getByText('Sent to the printer').waitFor();
    expect(await inputsOf(page, 'receipt.printTest')).toEqual([{ printer: 'Office', paper: 'a4' }]);
    expect(await inputsOf(page, 'receipt.setSettings')).toEqual([]);
  });

  test('once it is turned on, the next sale is printed unasked and once, and no other', async () => {
    const page = await open({ fake: terminal });
    await sell(page);
    await button(page, 'Print receipt').waitFor();
    expect(await callsOf(page, 'receipt.print')).toEqual([]);
    await page.goto(page.url().replace(/#.*/, hash));
    await page.getByRole('switch', { name: 'Print a receipt after each sale' }).press('Space');
    await page.getByRole('switch', { name: 'Print a receipt after each sale', checked: true }).waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByRole('button', { name: /^New sale/ }).click({ delay: 700 });
    await sell(page);
    await expect.poll(() => callsOf(page, 'receipt.print')).toHaveLength(1);
    await page.keyboard.press('Alt+2');
    await page.getByText('T1-000005').click();
    await button(page, 'Print receipt').waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByRole('button', { name: /^New sale/ }).waitFor();
    expect(await callsOf(page, 'receipt.print')).toHaveLength(1);
  });

  test('a printer that is gone is said on the page, and in one sentence at the till, where the next sale goes on', async () => {
    const gone = { ...terminal, printing: { autoPrint: true, printer: 'Bixolon' } };
    const page = await open({ hash, fake: gone });
    await page.getByText('Not there now.').waitFor();
    expect(await page.getByRole('radio', { name: 'Bixolon' }).isChecked()).toBe(true);
    await button(page, 'Print a test page').click();
    await page.getByText(goneWords).waitFor();
    await page.keyboard.press('Alt+1');
    await sell(page);
    await page.getByText(goneWords).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByRole('button', { name: /^New sale/ }).click({ delay: 700 });
    await sell(page);
    expect(await callsOf(page, 'sale.issue')).toHaveLength(2);
  });

  test('a device without printers says so, and looks again when asked', async () => {
    const page = await open({ hash, fake: { ...terminal, printers: [] } });
    await page.getByText('This device has no printer.').waitFor();
    const before = (await callsOf(page, 'receipt.printers')).length;
    await button(page, 'Look for printers again').click();
    await expect.poll(async () => (await callsOf(page, 'receipt.printers')).length).toBeGreaterThan(before);
  });

  test('in a browser the browser’s own window chooses the printer', async () => {
    const page = await open({ hash, fake: browser });
    await page.getByText('The browser’s own window asks for the printer.').waitFor();
    expect(await page.getByRole('group', { name: 'Printer' }).count()).toBe(0);
    expect(await callsOf(page, 'receipt.printers')).toEqual([]);
    await page.getByRole('radio', { name: /58 mm/ }).check();
    await button(page, 'Save').first().click();
    await page.getByText('Saved').waitFor();
    expect(await inputsOf(page, 'receipt.setSettings')).toEqual([{ autoPrint: false, paper: 'roll58' }]);
  });

  test('the shop’s own lines are shown on a sample while they are typed, and saved', async () => {
    const page = await open({ hash, fake: terminal });
    const [arabic, english] = [
      page.getByRole('group', { name: 'In Arabic' }),
      page.getByRole('group', { name: 'In English' }),
    ];
    await arabic.getByLabel('Under the address, one line each').fill('Olaya branch\n\nPhone 011');
    await english.getByLabel('At the end, one line each').fill('See you soon');
    await arabic.getByLabel('Exchange and returns').fill('Within 7 days');
    await arabic.getByLabel('This till').fill('Till 2');
    await page.getByRole('radio', { name: /^The letters SAR/ }).check();
    const sample = page.frameLocator('iframe');
    await sample.getByText('Phone 011').waitFor();
    await sample.getByText('Within 7 days').waitFor();
    const returns = page.getByRole('switch', { name: 'Exchange and returns' });
    await returns.press('Space');
    await sample.getByText('Within 7 days').waitFor({ state: 'detached' });
    await returns.press('Space');
    await sample.getByText('Within 7 days').waitFor();
    await page.getByRole('switch', { name: 'Codes of the articles' }).press('Space');
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="900"><circle r="400" fill="red"/></svg>',
      ),
    });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await button(page, 'Save').last().click();
    await page.getByText('Saved').waitFor();
    const [sent] = (await inputsOf(page, 'receipt.setSettings')) as { shop: ShopLines }[];
    expect(sent).toMatchObject({
      autoPrint: false,
      paper: 'roll80',
      shop: {
        header: ['Olaya branch', 'Phone 011'],
        footer: [],
        returnPolicy: 'Within 7 days',
        till: 'Till 2',
        english: { header: [], footer: ['See you soon'] },
        riyalSign: 'latin',
        shows: { itemCodes: true },
      },
    });
    // The terminal requires a logo that is opaque and no wider than a roll.
    expect(logoSize(Buffer.from(sent?.shop.logo ?? '', 'base64'))).toEqual({ width: 640, height: 192 });
    await button(page, 'Remove the logo').click();
    await arabic.getByLabel('At the end, one line each').fill('x'.repeat(61));
    await page.getByText('At most 6 lines of 60 characters').waitFor();
    expect(await inputsOf(page, 'receipt.setSettings')).toHaveLength(1);
  });

  test('a picture that is none is said, and nothing is taken', async () => {
    const page = await open({ hash, fake: terminal });
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('This picture cannot be read.').waitFor();
    expect(await page.getByRole('img', { name: 'Logo' }).count()).toBe(0);
  });

  test('the reading of the rule for uncleared invoices is a choice, each with its source', async () => {
    const page = await open({ hash, fake: terminal });
    await page.getByText('E-Invoicing Detailed Technical Guideline v2 (2023), section 10').waitFor();
    await page.getByRole('radio', { name: /^Clear first, then share/ }).click();
    await expect
      .poll(() => inputsOf(page, 'receipt.setSettings'))
      .toEqual([{ autoPrint: false, paper: 'roll80', handOver: 'clearedFirst' }]);
  });

  test('a cashier does not get there', async () => {
    const page = await open({ hash, fake: { ...terminal, person: 'سالم' } });
    await page.locator('textarea[id^="line-"]').first().waitFor();
    expect(await callsOf(page, 'receipt.printers')).toEqual([]);
  });
});
