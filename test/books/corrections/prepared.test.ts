import { describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import { checkSale } from '../../../main/till/issue/issue-sale.ts';
import type { PreparedSale } from '../../../main/till/issue/prepared-sale.ts';
import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import type { Address } from '../../../shared/sale/party.ts';
import { type Sale, type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { refusal, seller } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop, type Shop } from './shop.ts';

/* Tests that a large sale of another program is priced in another thread, which has no access to the ledger. */

/** Returns that thread's result for a refused sale. */
function refusedElsewhere(sale: Sale, { clock }: Shop): PreparedSale {
  const now = clock.now();
  try {
    checkSale(sale, seller, now);
  } catch (error) {
    if (error instanceof FailureError)
      return { seller, date: riyadhDateTime(now).date, outcome: { failure: error.failure } };
    throw error;
  }
  throw new Error('it was not refused');
}

const item = (unitPrice: string): SaleInput['lines'][number] => ({ name: 'Hall', quantity: 1, unitPrice });

it('is issued where the VAT that its advance stated makes it right', () => {
  const shop = makeShop(testLedger());
  const net = { prices: 'excludeVat' } as const;
  const { number } = shop.issue({ ...net, kind: 'prepayment', lines: [item('20.20')] });
  // The VAT paid in advance is 3.03; two halves computed separately give 1.52 each, which is more than is due.
  const final = parseOrFail(saleSchema, {
    ...net,
    lines: [item('20.20')],
    prepayments: [
      {
        number,
        issueDate: '2026-11-20',
        issueTime: '13:00:00',
        amounts: [{ amount: '10.10' }, { amount: '10.10' }],
      },
    ],
  } satisfies SaleInput);
  const entry = shop.issueParsed(final, { prepared: refusedElsewhere(final, shop) });
  expect(entry.payable).toBe(0);
});

it('is refused for what it says of earlier documents first, as when it is small', () => {
  const shop = makeShop(testLedger());
  const { number } = shop.issue({ lines: [item('100')] });
  const lines = [{ ...item('100'), discount: { amount: 200 } }];
  const note = parseOrFail(saleSchema, {
    kind: 'creditNote',
    customer: 'consumer',
    currency: 'USD',
    exchangeRate: '3.75',
    lines,
    corrects: [{ number }],
    reason: 'إرجاع | Returned',
  } satisfies SaleInput);
  const small = refusal(() => shop.issueParsed(note));
  expect(refusal(() => shop.issueParsed(note, { prepared: refusedElsewhere(note, shop) }))).toEqual(small);
  expect(small).toEqual(['currency differs-from-document']);
});

describe('a document that is written before it gets its place in the chain', () => {
  const beforeMidnight = Date.parse('2026-11-20T23:59:59+03:00');
  const afterMidnight = beforeMidnight + 2000;

  /** Issues an invoice and an advance with a clock that is a day ahead, and corrects the clock. */
  function soldAhead() {
    const shop = makeShop(testLedger());
    const { clock, ledger, issue } = shop;
    const now = clock.now();
    clock.set(afterMidnight);
    const sold = issue({ lines: [item('100')] });
    const paid = issue({ kind: 'prepayment', lines: [item('100')] });
    clock.set(now);
    ledger.times.correct({ now, actor: 'Mona', reason: 'The clock was ahead' });
    return { ...shop, sold, paid };
  }

  it('is written again if the day that it names has begun meanwhile', () => {
    const { clock, ledger, issueParsed, makeEarly, sold, paid } = soldAhead();
    const stated = { issueDate: '2026-11-21', issueTime: '00:00:01' };
    const { number } = paid;
    const sales: SaleInput[] = [
      {
        kind: 'creditNote',
        lines: [item('10')],
        corrects: [{ number: sold.number, issueDate: stated.issueDate }],
        reason: 'إرجاع | Returned',
      },
      { lines: [item('100')], prepayments: [{ number, ...stated, amounts: [{ amount: '10' }] }] },
    ];
    for (const sale of sales.map((each) => parseOrFail(saleSchema, each))) {
      clock.set(beforeMidnight);
      const early = makeEarly(sale);
      clock.set(afterMidnight);
      const entry = issueParsed(sale, { early });
      const xml = ledger.documents.issuedXml(entry.uuid) as Uint8Array;
      const { corrects, prepayments } = readInvoice(xml);
      const written = [...corrects, ...prepayments.map(({ document }) => document)];
      const stored = entry.sale as Sale;
      const named = [...(stored.corrects ?? []), ...(stored.prepayments ?? [])];
      expect(written.map(({ issueDate }) => issueDate)).toEqual(named.map(({ issueDate }) => issueDate));
      expect(written).toMatchObject([{ issueDate: stated.issueDate }]);
    }
  });

  it('has the address that the company has when it is issued', () => {
    const { ledger, issueParsed, makeEarly } = makeShop(testLedger());
    const sale = parseOrFail(saleSchema, { lines: [item('100')] });
    const early = makeEarly(sale);
    const moved = { ...seller, address: { ...(seller.address as Address), street: 'شارع جديد' } };
    const { uuid } = issueParsed(sale, { early, seller: moved });
    expect(Buffer.from(ledger.documents.issuedXml(uuid) ?? '').includes('شارع جديد')).toBe(true);
  });

  it('is issued as it is if nothing has changed', () => {
    const { clock, ledger, issueParsed, makeEarly } = makeShop(testLedger());
    const sale = parseOrFail(saleSchema, { lines: [item('100')] });
    clock.set(beforeMidnight);
    const early = makeEarly(sale);
    clock.set(afterMidnight);
    const { uuid, issuedAt } = issueParsed(sale, { early });
    expect(issuedAt).toBe(beforeMidnight);
    expect(ledger.documents.issuedXml(uuid)).toEqual(early.document.xml);
  });
});
