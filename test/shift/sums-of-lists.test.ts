import { describe, expect, it } from 'vitest';
import { takingsReport } from '../../main/shift/takings-report.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { SaleInput } from '../../shared/sale.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from '../references/shop.ts';

/* The sums of the list of documents, beside the takings of the same days. */

const january = { from: '2026-01-31', to: '2026-01-31' };
const february = { from: '2026-02-01', to: '2026-02-01' };
const both = { from: january.from, to: february.to };

function openShop() {
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const sums = (filter: object) => ledger.search.sums(filter);
  const total = (filter: object) => sums(filter)?.find(({ currency }) => currency === 'SAR')?.total ?? 0;
  const taken = (period: typeof both) =>
    sumHalalas(takingsReport(ledger, period).days.map(({ total: ofDay }) => ofDay));
  return { ...shop, sums, total, taken };
}

const sale = (price: string, more: Partial<SaleInput> = {}): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }],
  ...more,
});

describe('a rejected document that was issued again on another day', () => {
  function reissued() {
    const shop = openShop();
    shop.clock.set(Date.parse('2026-01-31T07:00:00Z'));
    const refused = shop.issue(sale('100.00'));
    shop.reject(refused);
    shop.clock.set(Date.parse('2026-02-01T07:00:00Z'));
    shop.issue(sale('90.00'), refused.uuid);
    return shop;
  }

  it('is in the sum of its day, as in the takings', () => {
    const { total, taken } = reissued();
    expect([january, february, both].map(total)).toEqual([10_000, -1_000, 9_000]);
    expect([january, february, both].map(taken)).toEqual([10_000, -1_000, 9_000]);
    expect(total({})).toBe(9_000);
  });

  it('counts once in any other list, whichever of the two it has', () => {
    const { sums, total } = reissued();
    expect(total({ kinds: ['invoice'] })).toBe(9_000);
    expect(total({ kinds: ['invoice'], ...january })).toBe(10_000);
    expect(total({ kinds: ['invoice'], ...february })).toBe(9_000);
    expect(total({ states: ['rejected'] })).toBe(10_000);
    expect(sums({ states: ['waiting'] })).toEqual([{ currency: 'SAR', count: 1, total: 9_000, returned: 0 }]);
  });
});

describe('the sum of a means of payment', () => {
  it('has the parts paid and paid back by it, not whole documents', () => {
    const { issue, noteFor, sums, total, clock } = openShop();
    clock.set(Date.parse('2026-01-31T07:00:00Z'));
    const parts = (...amounts: [means: 'cash' | 'card', amount?: string][]): Partial<SaleInput> => ({
      payments: amounts.map(([means, amount]) => ({ means, ...(amount !== undefined && { amount }) })),
    });
    issue(sale('100.00', parts(['cash', '30'], ['card', '70'])));
    const sold = issue(sale('50.00', parts(['cash', '50'])));
    issue(noteFor(sold.uuid, [1, '1']));
    issue(sale('20.00', parts(['cash', '20'])));
    expect(sums({ means: 'cash' })).toEqual([{ currency: 'SAR', count: 4, total: 5_000, returned: 5_000 }]);
    expect(sums({ means: 'card', ...both })).toEqual([
      { currency: 'SAR', count: 1, total: 7_000, returned: 0 },
    ]);
    issue(sale('40.00', parts(['cash'], ['card'])));
    expect([total({ means: 'cash' }), total({})]).toEqual([5_000, 16_000]);
  });
});
