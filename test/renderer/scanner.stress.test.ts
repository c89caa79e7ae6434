import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { KnownItem } from '../../shared/contract/items.ts';
import { chromiumPath } from './browser.ts';
import { callsOf, usePages } from './pages.ts';
import { scan } from './scanner.ts';

const vat = { category: 'S', rate: '15' } as const;
const water: KnownItem = { name: 'Water', barcode: '6281000000014', unitPrice: '2', vat };
const newBarcode = '96385074';
const scannedWater = { name: 'Water', barcode: '6281000000014', quantity: '1', unitPrice: '2.00' };

describe.skipIf(chromiumPath === undefined)('a scanner', () => {
  const { open } = usePages();
  const start = () => open({ fake: { items: [water] } });
  const wasSold = async (page: Page) => {
    await page.getByText('Invoice issued').waitFor();
    const issued = (await callsOf(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    return issued.map(({ input }) => input.lines);
  };
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const item = (page: Page, number: number) =>
    page.getByRole('combobox', { name: `Item ${number}`, exact: true });
  const typeSoap = async (page: Page) => {
    await page.keyboard.type('Soap');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
  };

  test('changes no price and no quantity that has the focus', async () => {
    const page = await start();
    await typeSoap(page);
    await scan(page, '6281000000014');
    await item(page, 2).and(page.locator('[value="Water"]')).waitFor();
    await field(page, 'Quantity of item 1').focus();
    await scan(page, '6281000000014');
    await field(page, 'Quantity of item 2').and(page.locator('[value="2"]')).waitFor();
    await page.keyboard.press('F9');
    expect(await wasSold(page)).toEqual([
      [
        { name: 'Soap', quantity: '1', unitPrice: '5' },
        { ...scannedWater, quantity: '2' },
      ],
    ]);
  });

  test('renames nothing', async () => {
    const page = await start();
    await typeSoap(page);
    await item(page, 1).focus();
    await scan(page, '6281000000014');
    await item(page, 2).and(page.locator('[value="Water"]')).waitFor();
    await page.keyboard.press('F9');
    expect(await wasSold(page)).toEqual([[{ name: 'Soap', quantity: '1', unitPrice: '5' }, scannedWater]]);
  });

  test('presses no button that has the focus', async () => {
    const page = await start();
    await typeSoap(page);
    await page.getByRole('button', { name: /Issue invoice/ }).focus();
    await scan(page, '6281000000014');
    await item(page, 2).and(page.locator('[value="Water"]')).waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
  });

  test('begins the next sale while the last receipt is still there', async () => {
    const page = await start();
    await typeSoap(page);
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    await scan(page, '6281000000014');
    await item(page, 1).and(page.locator('[value="Water"]')).waitFor();
    await page.keyboard.press('F9');
    expect((await wasSold(page))[1]).toEqual([scannedWater]);
  });

  test('is waited for: a sale has all that was scanned, however soon it is issued', async () => {
    const page = await start();
    await typeSoap(page);
    await page.keyboard.press('Enter');
    await item(page, 2).and(page.locator(':focus')).waitFor();
    await page.evaluate((barcode) => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      for (const digit of barcode) press(digit);
      press('Enter');
      press('F9');
    }, '6281000000014');
    expect(await wasSold(page)).toEqual([[{ name: 'Soap', quantity: '1', unitPrice: '5' }, scannedWater]]);
  });

  test('says what a line is that was priced first', async () => {
    const page = await start();
    await field(page, 'Price of item 1').fill('1.75');
    await item(page, 1).focus();
    await scan(page, '6281000000014');
    await item(page, 1).and(page.locator('[value="Water"]')).waitFor();
    await page.keyboard.press('F9');
    expect(await wasSold(page)).toEqual([[{ ...scannedWater, unitPrice: '1.75' }]]);
  });

  test('leaves a line alone that waits for its name', async () => {
    const page = await start();
    await scan(page, newBarcode);
    await page.getByPlaceholder('Barcode 96385074 is new').waitFor();
    await page.keyboard.type('So');
    await scan(page, '6281000000014');
    await item(page, 2).and(page.locator('[value="Water"]')).waitFor();
    expect(await item(page, 1).inputValue()).toBe('So');
  });
});
