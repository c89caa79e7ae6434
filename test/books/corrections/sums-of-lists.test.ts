import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { byCashier } from '../../support/run/callers.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

const barcode = '6281000000014';

const sale = (name: string, price: string, more: Partial<SaleInput> = {}): SaleInput => ({
  lines: [{ name, quantity: 1, unitPrice: price }],
  payments: [{ means: 'cash' }],
  ...more,
});

/** Opens a day with a note, a document that was issued again, and dollars. */
function openDay() {
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const { issue, noteFor, reject } = shop;
  issue(sale('قهوة عربية', '23.00'));
  const card = {
    payments: [
      { means: 'card' as const, amount: '30' },
      { means: 'cash' as const, amount: '10' },
    ],
  };
  const goods = [
    { name: 'Dates', barcode, quantity: 1, unitPrice: '30.00' },
    { name: 'قَهوة', quantity: 1, unitPrice: '10.00' },
  ];
  const sold = issue(sale('', '', { lines: goods, ...card }));
  issue(noteFor(sold.uuid, [1, '1']), undefined, { ...byCashier, name: 'Mona' });
  const refused = issue(sale('Tea', '50.00'));
  reject(refused);
  issue(sale('Tea', '40.00'), refused.uuid);
  issue(sale('Tea', '10.00', { currency: 'USD', exchangeRate: '3.75' }));
  const list = (filter: object) => ledger.search.list({ limit: 10, ...filter }).rows.map(({ icv }) => icv);
  const sums = (filter: object) => ledger.search.sums(filter);
  return { ...shop, list, sums };
}

describe('the list of documents', () => {
  it('has those that were paid by a means, or in part', () => {
    const { list } = openDay();
    expect(list({ means: 'card' })).toEqual([2]);
    expect(list({ means: 'cash' })).toEqual([6, 5, 4, 3, 2, 1]);
    expect(list({ means: 'cash', kinds: ['creditNote'] })).toEqual([3]);
    expect(list({ means: 'onAccount' })).toEqual([]);
  });

  it('has those of an article, by its barcode or by words of any name it had', () => {
    const { list, issue } = openDay();
    expect(list({ article: barcode })).toEqual([3, 2]);
    expect(list({ article: 'قهوه' })).toEqual([2, 1]);
    expect(list({ article: 'عربية قهوة' })).toEqual([1]);
    expect(list({ article: '!' })).toEqual([]);
    issue(sale('', '', { lines: [{ name: 'Sukkari', barcode, quantity: 1, unitPrice: '30.00' }] }));
    expect(list({ article: 'dates' })).toEqual([3, 2]);
    expect(list({ article: barcode })).toEqual([7, 3, 2]);
    expect(list({ article: barcode, by: 'Mona', means: 'cash' })).toEqual([3]);
  });

  it('names the document that was issued in place of a rejected one', () => {
    const { ledger } = openDay();
    const named = ledger.search
      .list({ limit: 10 })
      .rows.flatMap(({ icv, reissuedAs }) => (reissuedAs ? [[icv, reissuedAs]] : []));
    expect(named).toEqual([[4, 'T1-000005']]);
    expect(ledger.documents.getByNumber('T1-000004')?.reissuedAs).toBe('T1-000005');
  });
});

describe('the sums of a list', () => {
  it('take notes off, count what was issued again once, and keep currencies apart', () => {
    const { sums } = openDay();
    const riyals = (count: number, total: number, returned = 0) => ({
      currency: 'SAR',
      count,
      total,
      returned,
    });
    const all = [
      riyals(4, 2_300 + 4_000 - 3_000 + 4_000, 3_000),
      { currency: 'USD', count: 1, total: 1_000, returned: 0 },
    ];
    expect(sums({})).toEqual(all);
    expect(sums({ from: '2000-01-01', to: '2100-01-01' })).toEqual(all);
    expect(sums({ to: '2000-01-01' })).toEqual([]);
    expect(sums({ kinds: ['creditNote'] })).toEqual([riyals(1, -3_000, 3_000)]);
    expect(sums({ by: 'Mona' })).toEqual([riyals(1, -3_000, 3_000)]);
    expect(sums({ article: barcode })).toEqual([riyals(2, 1_000, 3_000)]);
    expect(sums({ means: 'card' })).toEqual([riyals(1, 3_000)]);
    expect(sums({ states: ['rejected'] })).toEqual([riyals(1, 5_000)]);
    expect(sums({ amount: { least: 2_000 }, kinds: ['invoice'] })).toEqual([riyals(3, 10_300)]);
  });
});
