import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Tests notes on a sale that has several exemption reasons of one category. */

const item = (unitPrice: number | string, more: Partial<SaleInput['lines'][number]> = {}) => ({
  name: 'Item',
  quantity: 1,
  unitPrice,
  ...more,
});

describe.each([
  ['Z', 'VATEX-SA-35', 'VATEX-SA-36'],
  ['E', 'VATEX-SA-29', 'VATEX-SA-30'],
] as const)('a note on a sale with two reasons of category %s', (category, one, other) => {
  const [first, second] = [one, other].map((reason) => ({ category, reason }));

  function sell() {
    const shop = makeShop(testLedger());
    const sold = shop.issue({
      lines: [item(100, { vat: first, quantity: 2 }), item(10, { vat: second, quantity: 2 }), item(115)],
    });
    const give = (lines: SaleInput['lines'], more: Partial<SaleInput> = {}) =>
      refusal(() =>
        shop.issue({
          kind: 'creditNote',
          lines,
          corrects: [{ number: sold.number }],
          reason: 'إرجاع | Returned',
          ...more,
        }),
      );
    return { ...shop, sold, give };
  }

  it('may say the prices of a line of either in another sense than the sale', () => {
    const { give } = sell();
    for (const [correctsLine, unitPrice, vat] of [
      [1, 100, first],
      [2, 10, second],
    ] as const)
      expect(give([item(unitPrice, { vat, correctsLine })], { prices: 'excludeVat' })).toEqual([]);
  });

  it('gives back for a line of either no more than was paid for it', () => {
    const { give } = sell();
    const above = [item('10.01', { vat: second, correctsLine: 2 })];
    expect(give(above)).toEqual(['lines.0.unitPrice price-above-sold']);
    // The refusal is the same when another line that names no line of the sale is beside it.
    expect(give([...above, item(1, { vat: second })])).toEqual(['lines.0.unitPrice price-above-sold']);
  });

  it('gives all back in pieces', () => {
    const { issue, noteFor, look, sold } = sell();
    issue(noteFor(sold.uuid, [1, '1'], [2, '0.333333']));
    issue(noteFor(sold.uuid, [2, '0.666667'], [3, '0.5']));
    issue(noteFor(sold.uuid, [1, '1'], [2, '1'], [3, '0.5']));
    expect(look(sold.uuid).refusal).toBe('returned-all');
  });
});
