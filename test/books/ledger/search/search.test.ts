import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../../main/base/platform/riyadh-time.ts';
import { searchPhrases, searchText } from '../../../../main/books/ledger/database/search-words.ts';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import type { InvoiceList } from '../../../../main/books/ledger/search/invoice-list.ts';
import { type InvoiceRow, invoices } from '../../../../shared/contract/till/invoices.ts';
import type { SubmissionState } from '../../../../shared/status.ts';
import { ledgerInMemory } from '../../../support/new-ledger.ts';
import { noAnswer, rejected, reported } from '../../../support/run/outcomes.ts';
import { documentFor, newEntry, start } from '../sample.ts';
import { testLedger } from '../support.ts';

const hour = 3_600_000;
const names = [
  undefined,
  'شركة الأفق للتجارة',
  'مؤسَّسة النخيل',
  'Najd Supplies',
  'STC',
  'مكتبة جرير',
  'LG أحمد',
];
const vatNumberOf = (name: string) => `3000000${String(names.indexOf(name)).padStart(3, '0')}00003`;
const kinds = ['invoice', 'invoice', 'invoice', 'creditNote', 'debitNote'] as const;
const prices = [1150, 2300, 2300, 5750, 100_000];
const states: SubmissionState[] = ['accepted', 'accepted', 'rejected', 'parked', 'waiting'];

/**
 * Creates a ledger of 400 documents over 20 days, with every combination of properties. The numbers are in two series.
 */
function filled(): Ledger {
  const ledger = ledgerInMemory();
  for (let i = 1; i <= 400; i++) {
    const buyerName = names[i % names.length];
    ledger.chain.append(
      newEntry({
        kind: kinds[(i >> 1) % kinds.length] ?? 'invoice',
        payable: prices[(i * 3) % prices.length] ?? 0,
        buyerName,
        sale: {
          ...newEntry().facts.sale,
          ...(buyerName !== undefined && { buyer: { name: buyerName, vatNumber: vatNumberOf(buyerName) } }),
        },
        documentFor: (link) =>
          documentFor(link, {
            number: `${i <= 150 ? 'T1' : 'b2'}-${String(link.icv).padStart(6, '0')}`,
            issuedAt: start + link.icv * 1.2 * hour,
          }),
      }),
    );
  }
  const now = start + 1000 * hour;
  for (const claimed of ledger.queue.claimDue(now, 400, hour)) {
    const state = states[claimed.icv % states.length];
    if (state === 'accepted') ledger.queue.settle(claimed, reported, { state }, now);
    if (state === 'rejected') ledger.queue.settle(claimed, rejected, { state }, now);
    if (state === 'parked') ledger.queue.settle(claimed, noAnswer, { state }, now);
    if (state === 'waiting') ledger.queue.settle(claimed, noAnswer, { state, nextAt: now + 1000 }, now);
  }
  return ledger;
}

type Filter = Omit<Parameters<InvoiceList['list']>[0], 'before' | 'limit'>;

/** Returns true when a row passes the filter, computed without any index. */
function passes(row: InvoiceRow, { states, kinds, number, buyer, from, to, amount }: Filter): boolean {
  const { date } = riyadhDateTime(Date.parse(row.issuedAt));
  const buyerText = row.buyerName ? searchText(`${row.buyerName} ${vatNumberOf(row.buyerName)}`) : '';
  const phrases = searchPhrases(buyer ?? 'x');
  return (
    (states === undefined || states.includes(row.state)) &&
    (kinds === undefined || kinds.includes(row.kind)) &&
    (number === undefined || row.number.toLowerCase().startsWith(number.toLowerCase())) &&
    (buyer === undefined || (phrases.length > 0 && phrases.every((phrase) => buyerText.includes(phrase)))) &&
    (from === undefined || date >= from) &&
    (to === undefined || date <= to) &&
    (amount?.least === undefined || row.payable >= amount.least) &&
    (amount?.most === undefined || row.payable <= amount.most)
  );
}

const dates = Array.from({ length: 24 }, (_, i) => riyadhDateTime(start + (i - 2) * 24 * hour).date);
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    states: fc.subarray(['waiting', 'sending', 'accepted', 'rejected', 'parked'] as const),
    kinds: fc.subarray(['invoice', 'creditNote', 'debitNote'] as const),
    number: fc.constantFrom('T1-', 'B2', 't1-0001', 'b2-000200', 'T1-000042', 'X', '%', 'T1-00004\u{10ffff}'),
    buyer: fc.constantFrom(
      'شركه',
      'الافق شركة',
      'نخيل',
      'ST',
      'lg',
      'احمد',
      'nobody',
      '"',
      'N',
      '300000000300003',
      'جرير مكتبه',
    ),
    from: fc.constantFrom(...dates),
    to: fc.constantFrom(...dates),
    amount: fc.record(
      { least: fc.constantFrom(0, 1150, 2300, 2301), most: fc.constantFrom(1149, 2300, 100_000) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

describe('searching the list', () => {
  const ledger = filled();
  const all = ledger.search.list({ limit: 1000 }).rows;

  it('finds exactly what passes, newest first, in pages, and counts it', () => {
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 90 }), (filter, limit) => {
        const expected = all.filter((row) => passes(row, filter));
        const seen: InvoiceRow[] = [];
        for (;;) {
          const { rows, total, more } = ledger.search.list({ ...filter, limit, before: seen.at(-1)?.icv });
          expect({ total, more }).toEqual({ total: expected.length, more: undefined });
          seen.push(...rows);
          if (rows.length < limit) break;
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['without its marks', 'موسسة'],
    ['without its article', 'نخيل'],
    ['in another form of alef', 'إفق'],
    ['by the beginning of a word of two letters', 'lg'],
    ['by the VAT number in Arabic digits', '٣٠٠٠٠٠٠٠٠٢٠٠٠٠٣'],
  ])('finds a buyer %s', (_, buyer) => {
    const { rows, total } = ledger.search.list({ buyer, limit: 200 });
    expect(rows.length).toBeGreaterThan(50);
    expect(total).toBe(rows.length);
    expect(new Set(rows.map(({ buyerName }) => buyerName)).size).toBe(1);
  });

  it('counts up to a thousand and says that there are more', () => {
    const many = ledgerInMemory();
    for (let i = 0; i < 1001; i++) many.chain.append(newEntry());
    expect(many.search.list({ number: 'T1', limit: 1 })).toMatchObject({ total: 1000, more: true });
    expect(many.search.list({ number: 'T1-000', limit: 1 })).toEqual(
      expect.not.objectContaining({ more: true }),
    );
    expect(many.search.list({ states: ['waiting'], limit: 1 }).total).toBe(1001);
    expect(many.search.list({ from: '2026-01-01', limit: 1 }).total).toBe(1001);
  });

  it('finds what was issued a moment ago, also by another program with the file', () => {
    const one = testLedger();
    expect(one.search.list({ number: 'T1', limit: 1 }).total).toBe(0);
    const { entry } = one.chain.append(newEntry({ saleId: randomUUID(), buyerName: 'جرير' }));
    expect(one.search.list({ buyer: 'جرير', limit: 1 }).rows).toMatchObject([{ uuid: entry.uuid }]);
  });

  it('indexes in idle moments, a few at a time', () => {
    const one = testLedger();
    for (let i = 0; i < 5; i++) one.chain.append(newEntry());
    expect([one.search.index(3), one.search.index(3), one.search.index(3)]).toEqual([3, 2, 0]);
    expect(one.search.list({ number: 'T1', limit: 9 }).total).toBe(5);
  });

  it('refuses in the contract what is no search', () => {
    const { input } = invoices['invoice.list'];
    for (const wrong of [
      { from: '2026-02-30' },
      { number: ' ' },
      { amount: { least: 1.5 } },
      { kinds: ['x'] },
    ])
      expect(input.safeParse(wrong).success).toBe(false);
    expect(input.parse({ buyer: ' جرير ' })).toEqual({ buyer: 'جرير', limit: 100 });
  });
});
