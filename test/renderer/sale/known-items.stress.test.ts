import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it, test } from 'vitest';
import { changeLine, newDraft } from '../../../renderer/till/cart/draft.ts';
import { takeScan } from '../../../renderer/till/sale/known-items/take-item.ts';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import { isGtin } from '../../../shared/sale/gtin.ts';
import { payExactly } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

const vat = { category: 'S', rate: '15' } as const;
const coffee: KnownItem = { name: 'Arabic coffee', unitPrice: '14.5', vat };
const water: KnownItem = { name: 'Water', barcode: '6281000000014', unitPrice: '2', vat };
const newBarcode = '96385074';

describe('a GTIN', () => {
  it.each(['96385074', '036000291452', '4006381333931', '10012345678902'])('%s is one', (text) => {
    expect(isGtin(text)).toBe(true);
  });

  it('with one digit wrong is none', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, more) => {
        const digits = [...'4006381333931'];
        digits[place] = String((Number(digits[place]) + more) % 10);
        expect(isGtin(digits.join(''))).toBe(false);
      }),
    );
  });

  it.each(['', '1234567', '400638133393a', '٤٠٠٦٣٨١٣٣٣٩٣١', '100123456789020'])('“%s” is none', (text) => {
    expect(isGtin(text)).toBe(false);
  });
});

describe('a scan', () => {
  const scans = fc.array(
    fc.constantFrom([water.barcode, water], ['96385074', undefined], ['036000291452', undefined]),
  );

  it('is counted, whatever is scanned in which order, and the line to scan into stays', () => {
    fc.assert(
      fc.property(scans as fc.Arbitrary<[string, KnownItem | undefined][]>, (all) => {
        let draft = newDraft();
        const entry = draft.lines[0]?.key ?? '';
        for (const [barcode, item] of all) draft = takeScan(draft, entry, { barcode, item, pieces: '1' });
        expect(draft.lines.at(-1)?.key).toBe(entry);
        for (const barcode of [water.barcode, '96385074', '036000291452']) {
          const lines = draft.lines.filter((line) => line.barcode === barcode);
          const times = all.filter(([scanned]) => scanned === barcode).length;
          expect(lines.length).toBeLessThanOrEqual(1);
          expect(lines.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(times);
        }
      }),
    );
  });

  it('of what has another price or a discount by now gets a line of its own', () => {
    let draft = newDraft();
    const entry = draft.lines[0]?.key ?? '';
    draft = takeScan(draft, entry, { barcode: '6281000000014', item: water, pieces: '1' });
    draft = changeLine(draft, draft.lines[0]?.key ?? '', { price: '1.50' });
    draft = takeScan(draft, entry, { barcode: '6281000000014', item: water, pieces: '1' });
    expect(draft.lines.map(({ quantity, price }) => [quantity, price])).toEqual([
      ['1', '1.50'],
      ['1', '2.00'],
      ['1', ''],
    ]);
  });
});

describe.skipIf(chromiumPath === undefined)('what was sold before', () => {
  const { open } = usePages();
  const fake = { items: [coffee, water] };
  const linesOf = async (page: Page) => {
    const [issued] = (await callsOf(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    return issued?.input.lines;
  };

  test('is chosen with the arrow and Enter, or by finger', async () => {
    const page = await open({ fake });
    await page.keyboard.type('coff');
    await page.getByRole('option', { name: 'Arabic coffee' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('input[id$="-quantity"]:focus').waitFor();
    await page.keyboard.type('3');
    await page.keyboard.press('F2');
    await page.keyboard.type('wat');
    await page.getByRole('option', { name: 'Water' }).click();
    await page.getByText('45.50', { exact: true }).waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await linesOf(page)).toEqual([
      { name: 'Arabic coffee', quantity: '3', unitPrice: '14.50' },
      { name: 'Water', barcode: '6281000000014', quantity: '1', unitPrice: '2.00' },
    ]);
  });

  test('stands in nobody’s way: what is typed and left with Enter is what is sold', async () => {
    const page = await open({ fake });
    await page.keyboard.type('coffee to go');
    await page.keyboard.press('Enter');
    await page.locator('input[id$="-quantity"]:focus').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('9');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await linesOf(page)).toEqual([{ name: 'coffee to go', quantity: '1', unitPrice: '9' }]);
  });

  test('is scanned, one after the other, without a key between', async () => {
    const page = await open({ fake });
    for (const barcode of [water.barcode, newBarcode, water.barcode]) {
      await page.keyboard.type(barcode ?? '');
      await page.keyboard.press('Enter');
    }
    await page.getByText('96385074 is new').waitFor();
    await page.keyboard.type('Soap');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
    await page.getByText('9.00', { exact: true }).waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await linesOf(page)).toEqual([
      { name: 'Water', barcode: '6281000000014', quantity: '2', unitPrice: '2.00' },
      { name: 'Soap', barcode: newBarcode, quantity: '1', unitPrice: '5' },
    ]);
  });

  test('and has no name yet: the sale waits for it', async () => {
    const page = await open({ fake });
    await page.keyboard.type(newBarcode);
    await page.keyboard.press('Enter');
    await page.getByText('96385074 is new').waitFor();
    await page.keyboard.press('F9');
    await page.locator('textarea[id$="-name"]:focus').waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
  });
});
