import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import type { IssuedEntry, LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/*
 * Tests documents that name one which was issued while the clock was weeks ahead. The authority rejects every document
 * with a date in the future, also where it is the date of an earlier document (BR-KSA-04).
 */

const day = 86_400_000;
const hour = 3_600_000;
const lamp = (unitPrice = '115.00'): Pick<SaleInput, 'lines'> => ({
  lines: [{ name: 'Lamp', quantity: 1, unitPrice }],
});
const note = (kind: 'creditNote' | 'debitNote', corrects: SaleInput['corrects']): SaleInput => ({
  kind,
  ...lamp('11.50'),
  corrects,
  reason: 'تصحيح | Correction',
});

/** Issues sales with a clock that is three weeks ahead. Then a manager corrects it, two hours after the right time. */
function soldAhead(...sales: SaleInput[]) {
  const shop = makeShop(testLedger());
  const { clock, ledger, issue } = shop;
  issue(lamp());
  const right = clock.now() + day;
  clock.set(right + 21 * day);
  const sold = sales.map((sale) => issue(sale)) as [IssuedEntry, ...IssuedEntry[]];
  clock.set(right);
  ledger.times.correct({ now: right, actor: 'Mona', reason: 'The clock was ahead' });
  clock.set(right + day);
  const named = (uuid: string) => readInvoice(ledger.documents.issuedXml(uuid) as Uint8Array);
  return {
    ...shop,
    sold,
    stated: riyadhDateTime(right + 21 * day),
    right: riyadhDateTime(right),
    /** Waits until the stated date has come. */
    wait: () => clock.set(right + 22 * day),
    correctsOf: ({ uuid }: LedgerEntry) => named(uuid).corrects,
    deductedBy: ({ uuid }: LedgerEntry) => named(uuid).prepayments.map(({ document }) => document),
  };
}

describe('a note for a document with a date in the future', () => {
  it('leaves the date out, however the goods come back', () => {
    const { issue, issueParsed, noteFor, price, sold, stated, right, correctsOf } = soldAhead(lamp());
    const [{ number, uuid }] = sold;
    const returned = { ...noteFor(uuid, [1, '0.1']), saleId: randomUUID() };
    const written = [
      issueParsed(returned),
      issue(note('creditNote', [{ number, uuid, issueDate: stated.date }])),
      // The list shows the true day.
      issue(note('creditNote', [{ number, uuid, issueDate: right.date }])),
      issue(note('debitNote', [{ number, uuid, issueDate: stated.date }])),
    ];
    for (const each of written) {
      expect(correctsOf(each)).toEqual([{ number, uuid }]);
      expect(each.sale).toMatchObject({ corrects: [{ number, uuid }] });
    }
    // The same request returns the same document, and pricing accepts what issuing does.
    expect(issueParsed(returned).uuid).toBe(written[0]?.uuid);
    expect(price(note('creditNote', [{ number, issueDate: stated.date }])).corrects).toEqual([{ number }]);
    expect(refusal(() => issue(note('creditNote', [{ number, issueDate: '2026-11-19' }])))).toEqual([
      'corrects.0.issueDate differs-from-document',
    ]);
  });

  it('has the date when that day has come, also if the note is issued again', () => {
    const { issue, reject, sold, stated, right, wait, correctsOf } = soldAhead(lamp());
    const [{ number }] = sold;
    const early = issue(note('creditNote', [{ number, issueDate: stated.date }]));
    reject(early);
    wait();
    for (const { date } of [stated, right])
      expect(correctsOf(issue(note('creditNote', [{ number, issueDate: date }])))).toEqual([
        { number, issueDate: stated.date },
      ]);
    expect(correctsOf(issue(early.sale as SaleInput, early.uuid))).toEqual([{ number }]);
  });

  it('is counted for the one that is issued in its place', () => {
    const { issue, reject, noteFor, issueParsed, look, sold } = soldAhead(lamp());
    const [first] = sold;
    issueParsed(noteFor(first.uuid, [1, '1']));
    reject(first);
    const again = issue(lamp(), first.uuid);
    expect(look(again.uuid).refusal).toBe('returned-all');
  });

  it('may itself be one with a date in the future that was rejected', () => {
    const { issue, reject, correctsOf, ...shop } = makeNotesAhead();
    const [sold, credit] = shop.sold;
    reject(credit);
    const again = issue(credit.sale as SaleInput, credit.uuid);
    expect(correctsOf(again)).toEqual([{ number: sold.number, uuid: sold.uuid }]);
  });
});

/** Sells a lamp and takes it back, both with the clock ahead. */
function makeNotesAhead() {
  const shop = makeShop(testLedger());
  const { clock, ledger, issue, issueParsed, noteFor } = shop;
  const right = clock.now();
  clock.set(right + 21 * day);
  const sold = issue(lamp());
  const credit = issueParsed(noteFor(sold.uuid, [1, '1']));
  clock.set(right);
  ledger.times.correct({ now: right, actor: 'Mona', reason: 'The clock was ahead' });
  const correctsOf = ({ uuid }: LedgerEntry) =>
    readInvoice(ledger.documents.issuedXml(uuid) as Uint8Array).corrects;
  return { ...shop, sold: [sold, credit] as const, correctsOf };
}

describe('a final invoice for an advance with a date in the future', () => {
  const advance: SaleInput = { kind: 'prepayment', ...lamp('50.00') };
  const final = ({ number }: LedgerEntry, { date, time }: { date: string; time: string }): SaleInput => ({
    ...lamp(),
    prepayments: [{ number, issueDate: date, issueTime: time, amounts: [{ amount: '10.00' }] }],
  });

  it('states when it was truly paid, and its own date when that day has come', () => {
    const { issue, reject, sold, stated, right, wait, deductedBy } = soldAhead(advance);
    const [paid] = sold;
    const early = [stated, right].map((time) => issue(final(paid, time)));
    const atRightTime = { number: paid.number, issueDate: right.date, issueTime: right.time };
    for (const each of early) expect(deductedBy(each)).toMatchObject([atRightTime]);
    wait();
    const [first] = early as [IssuedEntry];
    reject(first);
    for (const each of [issue(final(paid, stated)), issue(first.sale as SaleInput, first.uuid)])
      expect(deductedBy(each)).toMatchObject([{ issueDate: stated.date, issueTime: stated.time }]);
  });
});

describe('a document whose clock was corrected twice', () => {
  it('may still be named with the time that the first correction found', () => {
    const shop = makeShop(testLedger());
    const { clock, ledger, issue, reject } = shop;
    issue(lamp());
    const right = clock.now() + day;
    const correct = (now: number) => {
      clock.set(now);
      ledger.times.correct({ now, actor: 'Mona', reason: 'The clock was ahead' });
    };
    clock.set(right + 21 * day);
    const paid = issue({ kind: 'prepayment', ...lamp('50.00') });
    // This correction is three hours ahead.
    correct(right + 3 * hour);
    clock.set(right + 4 * hour);
    const stated = riyadhDateTime(right + 21 * day);
    const final = issue({
      ...lamp(),
      prepayments: [
        {
          number: paid.number,
          issueDate: stated.date,
          issueTime: stated.time,
          amounts: [{ amount: '10.00' }],
        },
      ],
    });
    correct(right);
    reject(final);
    const again = issue(final.sale as SaleInput, final.uuid);
    const { trueAt = 0 } = ledger.documents.get(paid.uuid) ?? {};
    expect(trueAt).toBeLessThan(right);
    const { date, time } = riyadhDateTime(trueAt);
    expect((again.sale as SaleInput).prepayments).toMatchObject([{ issueDate: date, issueTime: time }]);
    // Outside of the two, a time is another document's.
    for (const [issueDate, issueTime, field] of [
      [date, '00:00:00', 'issueTime'],
      [stated.date, '23:59:59', 'issueTime'],
      ['2026-01-01', time, 'issueDate'],
    ] as const)
      expect(
        refusal(() =>
          issue({
            ...lamp(),
            prepayments: [{ number: paid.number, issueDate, issueTime, amounts: [{ amount: '1.00' }] }],
          }),
        ),
      ).toEqual([`prepayments.0.${field} differs-from-document`]);
  });
});

describe('a document of another system', () => {
  it('is this terminal’s own also with the date that a first correction of the clock found', () => {
    const { clock, ledger, issue } = makeShop(testLedger());
    const right = clock.now() + day;
    clock.set(right + 21 * day);
    const { number } = issue(lamp());
    for (const now of [right + 3 * day, right]) {
      clock.set(now);
      ledger.times.correct({ now, actor: 'Mona', reason: 'The clock was ahead' });
    }
    clock.set(right + 4 * day);
    const declare = (issueDate: string) => () =>
      issue(note('creditNote', [{ number: `INV ${number}`, issueDate, otherSystem: { total: '115.00' } }]));
    for (const time of [right, right + 3 * day])
      expect(refusal(declare(riyadhDateTime(time).date))).toEqual(['corrects.0.number number-spelling']);
  });

  it('cannot have a date in the future', () => {
    const { issue, sold, stated, right } = soldAhead(lamp());
    const [ownDocument] = sold;
    const declare = (number: string, issueDate: string) => () =>
      issue(note('creditNote', [{ number, issueDate, otherSystem: { total: '115.00' } }]));
    expect(refusal(declare('OLD-9', stated.date))).toEqual(['corrects.0.issueDate BR-KSA-04']);
    // This terminal's own is recognised by its true date too.
    expect(refusal(declare(`INV ${ownDocument.number}`, right.date))).toEqual([
      'corrects.0.number number-spelling',
    ]);
  });
});
