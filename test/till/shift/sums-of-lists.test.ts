import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import { takingsReport } from '../../../main/till/shift/takings-report.ts';
import type { Actor } from '../../../shared/actor.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { buyer } from '../../document/invoice/fixtures.ts';

/* Compares the sums of the list of documents with the takings of the same days. */

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

describe('a sale that another person issued again', () => {
  const mona: Actor = { kind: 'person', name: 'Mona', role: 'cashier' };
  const sami: Actor = { kind: 'person', name: 'Sami', role: 'manager' };

  function reissued() {
    const shop = openShop();
    const drawer = createDrawer(shop.ledger, shop.clock);
    shop.clock.set(Date.parse('2026-01-31T07:00:00Z'));
    drawer.open(randomUUID(), mona, 0);
    const refused = shop.issue(
      sale('100.00', { payments: [{ means: 'cash', amount: '100' }] }),
      undefined,
      mona,
    );
    shop.reject(refused);
    drawer.close(1, mona, undefined);
    shop.clock.set(Date.parse('2026-02-01T07:00:00Z'));
    drawer.open(randomUUID(), sami, 0);
    shop.issue(sale('90.00', { payments: [{ means: 'card', amount: '90' }] }), refused.uuid, sami);
    return { ...shop, drawer };
  }

  it('stays that of the person who sold it, in the list as in the takings and the reports of shifts', () => {
    const { ledger, total, drawer } = reissued();
    const ofPeople = (period: typeof both) =>
      Object.fromEntries(takingsReport(ledger, period).people.map((one) => [one.name, one.total]));
    const inList = (period: object) => ({
      Mona: total({ by: 'Mona', ...period }),
      Sami: total({ by: 'Sami', ...period }),
    });
    expect(ofPeople(january)).toEqual({ Mona: 10_000 });
    expect(ofPeople(february)).toEqual({ Sami: -1_000 });
    expect(ofPeople(both)).toEqual({ Mona: 10_000, Sami: -1_000 });
    expect([january, february, both, {}].map(inList)).toEqual([
      { Mona: 10_000, Sami: 0 },
      { Mona: 0, Sami: -1_000 },
      { Mona: 10_000, Sami: -1_000 },
      { Mona: 10_000, Sami: -1_000 },
    ]);
    expect(drawer.report().people).toMatchObject([{ name: 'Sami', sales: { count: 0, total: -1_000 } }]);
    expect([1, 2].map((shift) => total({ shift }))).toEqual([10_000, -1_000]);
    // Under other conditions too, the parts of all people add up to the whole.
    const kinds = ['invoice'];
    expect([total({ by: 'Mona', kinds }), total({ by: 'Sami', kinds }), total({ kinds })]).toEqual([
      ...[10_000, -1_000, 9_000],
    ]);
  });

  it('is paid by the means of each day, in the list as in the takings', () => {
    const { ledger, total } = reissued();
    const paid = (period: typeof both) =>
      takingsReport(ledger, period).means.map(({ means, received, paidBack }) => [
        means,
        received - paidBack,
        total({ means, ...period }),
      ]);
    expect(paid(january)).toEqual([['cash', 10_000, 10_000]]);
    expect(paid(february)).toEqual([
      ['card', 9_000, 9_000],
      ['cash', -10_000, -10_000],
    ]);
    expect(paid(both)).toEqual([
      ['card', 9_000, 9_000],
      ['cash', 0, 0],
    ]);
  });
});

describe('what the company bought', () => {
  it('is in the list, but in a sum of its own', () => {
    const { issue, sums, clock, taken } = openShop();
    clock.set(Date.parse('2026-01-31T07:00:00Z'));
    const identification = { scheme: 'CRN', value: '1010010000' } as const;
    const purchase = (price: string): SaleInput => ({
      ...sale(price, { payments: [{ means: 'cash', amount: price }] }),
      customer: 'business',
      special: { selfBilled: true },
      supplier: { ...buyer, name: 'Farm', identification },
    });
    const bought = issue(purchase('115.00'));
    expect(sums({})).toEqual([{ currency: 'SAR', count: 0, total: 0, returned: 0, purchased: 11_500 }]);
    issue({
      ...purchase('23.00'),
      kind: 'creditNote',
      corrects: [{ number: bought.number }],
      reason: 'Spoiled',
    });
    issue(sale('11.50', { payments: [{ means: 'cash', amount: '11.50' }] }));
    const told = { currency: 'SAR', count: 1, total: 1_150, returned: 0, purchased: 9_200 };
    for (const filter of [{}, january, { means: 'cash' }, { by: 'Sami' }, { states: ['waiting'] }])
      expect(sums(filter), JSON.stringify(filter)).toEqual([told]);
    expect(taken(january)).toBe(1_150);
    expect(sums({ kinds: ['creditNote'] })).toEqual([
      { currency: 'SAR', count: 0, total: 0, returned: 0, purchased: -2_300 },
    ]);
    expect(sums({ customer: 'consumer' })).toEqual([
      { currency: 'SAR', count: 1, total: 1_150, returned: 0 },
    ]);
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
