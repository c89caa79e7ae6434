import { describe, expect, test } from 'vitest';
import { chromiumPath } from './browser.ts';
import { uuidOf } from './document-uuid.ts';
import { callsOf, typeLines, usePages } from './pages.ts';

/* Returns of goods on the built screens, in a real Chromium; the amounts are computed by the product's own code. */

interface Issued {
  readonly kind: string;
  readonly corrects: unknown[];
  readonly reason: string;
  readonly lines: { quantity: string; correctsLine: number }[];
  readonly payments: unknown[];
}

describe.skipIf(chromiumPath === undefined)('return', () => {
  const { open } = usePages();

  test('a cashier finds the invoice by its number, takes a part back, then the rest, then nothing', async () => {
    const page = await open({ fake: { role: 'cashier' } });
    await typeLines(page, ['Coffee', '3', '14'], ['Dates', '0.75', '40']);
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(700); // the button's guard against a double click
    await page.keyboard.press('F9');

    const find = async (text: string) => {
      await page.keyboard.press('F3');
      await page.locator('#return-find:focus').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByRole('heading', { name: 'Return of T1-003001' }).waitFor();
    await page.getByText('72.00', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'One less of item 1' }).click();
    await page.locator('#return-line-1').fill('٠٫٢٥');
    await page.getByRole('complementary').getByText('38.00', { exact: true }).waitFor();
    await page.getByText('Faulty').click();
    await page.getByText('Card', { exact: true }).click();
    await page.keyboard.press('F9');
    await page.getByText('Goods taken back').waitFor();
    await page.getByText('38.00').waitFor();
    const [, part] = (await callsOf(page, 'sale.issue')) as { input: Issued }[];
    expect(part?.input).toMatchObject({
      kind: 'creditNote',
      corrects: [{ number: 'T1-003001' }],
      reason: 'بضاعة معيبة | Faulty goods',
      payments: [{ means: 'card' }],
    });
    expect(part?.input.lines.map(({ quantity, correctsLine }) => [correctsLine, quantity])).toEqual([
      [1, '2'],
      [2, '0.25'],
    ]);

    await page.waitForTimeout(700);
    await page.keyboard.press('F9');
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByText('1 left').waitFor();
    await page.getByText('0.5 left').waitFor();
    await page.getByText('34.00', { exact: true }).waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Goods taken back').waitFor();

    await page.waitForTimeout(700);
    await page.keyboard.press('F9');
    await page.locator('#issue').waitFor();
    await find('T1-003001');
    await page.getByText('Everything on this invoice was returned already.').waitFor();
    await page.keyboard.press('Escape');
    await find('T1-003002');
    await page.getByText('A credit or debit note cannot be returned.').waitFor();
  });

  test('what is not there is said at the field, ready to be typed over', async () => {
    const page = await open({ hash: '#/return' });
    await page.locator('#return-find:focus').waitFor();
    await page.keyboard.type('T1-9');
    await page.keyboard.press('Enter');
    await page.getByText('There is no such invoice.').waitFor();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('T1-9');
  });

  test('a wrong quantity is said at its line and nothing is issued', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}` });
    await page.locator('#return-line-0').fill('7');
    await page.getByText('At most 2 is left to return').waitFor();
    await page.keyboard.press('F9');
    await page.locator('#return-line-0:focus').waitFor();
    await page.getByRole('button', { name: 'Nothing' }).click();
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('Choose what comes back.').waitFor();
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.getByText('Another reason').click();
    await page.keyboard.press('F9');
    await page.locator('#return-reason:focus').waitFor();
    expect(await callsOf(page, 'sale.issue')).toHaveLength(0);
  });

  test('a return that failed is tried again as the same note', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}` });
    await page.locator('#return-line-0').waitFor();
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Goods taken back').waitFor();
    const [first, second] = (await callsOf(page, 'sale.issue')) as { input: { saleId: string } }[];
    expect(second?.input.saleId).toBe(first?.input.saleId);
  });

  test('an invoice’s page goes there, and is linked with the note both ways', async () => {
    const page = await open({ hash: `#/invoices/${uuidOf(2000)}` });
    await page.getByRole('link', { name: 'Return goods' }).click();
    await page.locator('#return-line-0').waitFor();
    await page.keyboard.press('F9');
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByText('Corrects', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'T1-002000' }).click();
    await page.getByText('Corrected by').waitFor();
    await page.getByRole('link', { name: 'T1-003001' }).waitFor();
  });
});
