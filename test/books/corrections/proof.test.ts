import { describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import { proveBalances } from '../../../main/books/corrections/proof/prove-balances.ts';
import type { Link } from '../../../main/books/ledger/documents/entry.ts';
import { saleDigest } from '../../../main/books/ledger/documents/sale-digest.ts';
import { writeDocument } from '../../../main/document/invoice/writing/write-document.ts';
import { bookedSums } from '../../../main/till/issue/booked-sums.ts';
import { checkSale } from '../../../main/till/issue/issue-sale.ts';
import { paymentsOf } from '../../../main/till/issue/payments.ts';
import { findingsIn } from '../../../main/till/shift/check-audit.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { buyer, seller } from '../../document/invoice/fixtures.ts';
import { makeTraining } from '../../document/stamp/support.ts';
import { byCashier } from '../../support/run/callers.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Ledgers with documents that the law refuses: their balances do not follow, and the check names them. */

const { stamper } = makeTraining();

/** A shop whose ledger also takes documents that nobody asked the law about. */
function shop() {
  const ledger = testLedger();
  const made = makeShop(ledger);
  const seal = (input: SaleInput, replaces?: string) => {
    const parsed = parseOrFail(saleSchema, input);
    const sale = { ...parsed, customer: parsed.customer ?? 'consumer' };
    const issuedAt = made.clock.now();
    const { invoice } = checkSale(sale, seller, issuedAt);
    const facts = {
      saleId: undefined,
      saleDigest: saleDigest(sale, invoice.totals.payable),
      sale,
      kind: sale.kind,
      customer: sale.customer,
      mode: 'reporting' as const,
      buyerName: sale.buyer?.name,
      ...bookedSums(invoice),
    };
    const documentFor = ({ icv, previousHash }: Link) => {
      const number = `T1-${String(icv).padStart(6, '0')}`;
      const uuid = crypto.randomUUID();
      const document = writeDocument(invoice, { number, uuid, issuedAt, icv, previousHash });
      return { number, uuid, issuedAt, dueAt: issuedAt + 1, ...stamper.stamp(document, issuedAt) };
    };
    return ledger.chain.append({
      facts,
      instructions: {
        by: byCashier,
        payments: paymentsOf(sale, invoice.totals.payable),
        corrects: sale.corrects?.map(({ number }) => number),
        deducts: sale.prepayments?.map(({ number }) => number),
        replaces,
        documentFor,
      },
    }).entry;
  };
  const prove = () => proveBalances(ledger.documents);
  return { ...made, seal, prove, check: () => findingsIn(ledger) };
}

const lines = (unitPrice: string, more: Partial<SaleInput['lines'][number]> = {}): SaleInput['lines'] => [
  { name: 'Item', quantity: 1, unitPrice, ...more },
];
const note = (
  kind: 'creditNote' | 'debitNote',
  of: readonly NonNullable<SaleInput['corrects']>[number][],
  priced: SaleInput['lines'],
  more: Partial<SaleInput> = {},
): SaleInput => ({ kind, lines: priced, corrects: [...of], reason: 'Correction', ...more });
const of = ({ number }: { number: string }) => [{ number }];
const business = { customer: 'business', buyer } as const;
const exempt = { category: 'Z', rate: '0', reason: 'VATEX-SA-35' } as const;
/** Deducts from an advance. */
const deducted = (
  { number, issuedAt }: { number: string; issuedAt: number },
  amount: string,
): SaleInput['prepayments'] => {
  const { date: issueDate, time: issueTime } = riyadhDateTime(issuedAt);
  return [{ number, issueDate, issueTime, amounts: [{ amount }] }];
};
const declared = (number: string, total: string, issueDate?: string) => [
  { number, ...(issueDate && { issueDate }), otherSystem: { total } },
];

describe('the proof of balances', () => {
  it('finds nothing in what the law allows', () => {
    const { issue, seal, reject, accept, noteFor, prove } = shop();
    const sold = issue({ lines: lines('10.00', { quantity: 3 }), discount: { percent: 10 } });
    issue(noteFor(sold.uuid, [1, '1']));
    const debit = issue(note('debitNote', of(sold), lines('5.00')));
    accept(debit);
    const [one, other] = [issue({ lines: lines('100.00') }), issue({ lines: lines('100.00') })];
    issue(note('creditNote', of(one), lines('60.00')));
    issue(note('creditNote', of(other), lines('60.00')));
    issue(note('creditNote', [...of(one), ...of(other)], lines('57.50')));
    const advance = issue({ kind: 'prepayment', lines: lines('115.00'), ...business });
    issue(note('creditNote', of(advance), lines('57.50'), business));
    issue({ lines: lines('230.00'), prepayments: deducted(advance, '57.50'), ...business });
    const wrong = issue({ lines: lines('20.00', { quantity: 2 }) });
    const back = issue(noteFor(wrong.uuid, [1, '1']));
    reject(wrong);
    reject(back);
    const again = issue({ lines: lines('20.00', { quantity: 2 }) }, wrong.uuid);
    issue(note('creditNote', of(wrong), lines('20.00', { correctsLine: 1 })), back.uuid);
    issue(noteFor(again.uuid, [1, '1']));
    const old = declared('OLD-7', '50.00', '2026-10-01');
    issue(note('creditNote', old, lines('30.00')));
    seal(note('creditNote', old, lines('20.00')));
    expect(prove()).toEqual([]);
  });

  it('finds a credit that stands on a debit note which was never accepted', () => {
    const { issue, seal, reject, accept, prove, check } = shop();
    const sold = issue({ lines: lines('100.01') });
    const debit = issue(note('debitNote', of(sold), lines('50.00')));
    const credit = seal(note('creditNote', of(sold), lines('150.00')));
    const excess = {
      number: credit.icv,
      of: [sold.number],
      by: [credit.number],
      excess: '49.99',
      at: 'total',
    };
    expect(check()).toEqual({ findings: [{ ...excess, what: 'taken-too-much' }], alarms: [] });
    reject(debit);
    const alarms = [{ ...excess, what: 'rests-on-rejected', debits: [debit.number] }];
    expect(check()).toEqual({ findings: [], alarms });
    accept(issue(note('debitNote', of(sold), lines('50.00')), debit.uuid));
    expect(prove()).toEqual([]);
  });

  it.each<[string, SaleInput, SaleInput]>([
    ['a consumer', { lines: lines('115.00') }, { lines: lines('115.00'), ...business }],
    [
      'a buyer',
      { lines: lines('115.00'), ...business },
      { lines: lines('115.00'), ...business, buyer: { ...buyer, vatNumber: '399999999700003' } },
    ],
  ])('finds a credited sale of %s that was issued again to somebody else', (_, first, second) => {
    const { issue, seal, reject, prove } = shop();
    const sold = issue(first);
    issue(note('creditNote', of(sold), lines('15.00'), first.buyer ? business : {}));
    reject(sold);
    const again = seal(second, sold.uuid);
    expect(prove()).toMatchObject([
      { what: 'unlike', number: again.icv, document: again.number, of: sold.number },
    ]);
  });

  it('finds an advance that was deducted, issued again to somebody else or for less', () => {
    const { issue, seal, reject, prove } = shop();
    const advance = issue({ kind: 'prepayment', lines: lines('115.00'), ...business });
    const final = issue({ lines: lines('230.00'), prepayments: deducted(advance, '115.00'), ...business });
    reject(advance);
    const again = seal(
      {
        kind: 'prepayment',
        lines: lines('57.50'),
        customer: 'business',
        buyer: { ...buyer, vatNumber: '399999999700003' },
      },
      advance.uuid,
    );
    expect(prove()).toMatchObject([
      {
        what: 'unlike',
        document: again.number,
        of: advance.number,
        reason: expect.stringContaining('buyer.vatNumber'),
      },
      { what: 'taken-too-much', of: [again.number], by: [final.number], excess: '50.00', at: 'S 15.00' },
    ]);
  });

  it.each(['T1-000001', 't1-1', 'INV T1-000001'])(
    'finds an own sale that %s names as another system’s',
    (named) => {
      const { issue, seal, clock, prove } = shop();
      const sold = issue({ lines: lines('100.01') });
      issue(note('creditNote', of(sold), lines('100.01')));
      const date = new Date(clock.now()).toISOString().slice(0, 10);
      const again = seal(note('creditNote', declared(named, '100.01', date), lines('100.01')));
      expect(prove()).toContainEqual({
        what: 'own-as-other',
        number: again.icv,
        document: again.number,
        named,
        of: sold.number,
      });
    },
  );

  it('finds what was taken beyond another system’s document, in several spellings', () => {
    const { seal, reject, prove } = shop();
    const debit = seal(note('debitNote', declared('OLD-7', '100', '2026-10-01'), lines('20.00')));
    const by = ['OLD-7', 'old 7', 'OLD7'].map(
      (number) => seal(note('creditNote', declared(number, '100', '2026-10-01'), lines('40.00'))).number,
    );
    // The debit note makes no room before the authority has accepted it.
    expect(prove()).toMatchObject([{ what: 'taken-too-much', excess: '20.00' }]);
    reject(debit);
    expect(prove()).toMatchObject([
      { what: 'rests-on-rejected', by, excess: '20.00', debits: [debit.number] },
    ]);
    by.push(seal(note('creditNote', declared('OLD/7', '100', '2026-10-01'), lines('40.00'))).number);
    expect(prove()).toMatchObject([{ what: 'taken-too-much', by, excess: '60.00' }]);
  });

  it('finds pieces that came back twice, money at another rate, and riyals', () => {
    const { issue, seal, noteFor, prove } = shop();
    const sold = issue({ lines: [...lines('10.00', { quantity: 2 }), ...lines('50.00', { vat: exempt })] });
    const back = noteFor(sold.uuid, [1, '2']);
    const notes = [issue(back), seal(back)];
    expect(prove()).toMatchObject([
      {
        what: 'pieces-too-many',
        of: sold.number,
        by: notes.map(({ number }) => number),
        line: 1,
        excess: '2',
      },
      { what: 'taken-too-much', of: [sold.number], excess: '17.39', at: 'S 15.00' },
    ]);
    const usd = { currency: 'USD', exchangeRate: '3.75' };
    const abroad = issue({ lines: lines('115.00'), ...usd });
    const riyals = issue(note('creditNote', of(abroad), lines('57.50'), usd));
    const other = seal(note('creditNote', of(abroad), lines('57.50'), { ...usd, exchangeRate: '4.00' }));
    expect(prove().slice(2)).toMatchObject([
      { what: 'unlike', document: other.number, of: abroad.number },
      { what: 'taken-too-much', by: [riyals.number, other.number], excess: '1.85', at: 'vatInSar' },
    ]);
  });
});
