import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import { prepaymentLines } from '../../../main/document/invoice/amounts/prepayments.ts';
import type { Sale, SaleInput } from '../../../shared/sale/sale.ts';
import {
  Exact,
  halalasToExact,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import { buyer, refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop, vatInSarOf } from './shop.ts';

/*
 * Tests advances with a real ledger. A final invoice's deductions, and refunds, are checked against the advance that it
 * names.
 */

const shop = () => makeShop(testLedger());
const byManager = { kind: 'person', name: 'Mona', role: 'manager' } as const;

const five = { category: 'S', rate: 5 } as const;
const item = (unitPrice: number | string, more: Partial<SaleInput['lines'][number]> = {}) => ({
  name: 'Hall',
  quantity: 1,
  unitPrice,
  ...more,
});
const advance = (unitPrice: number | string): SaleInput => ({ kind: 'prepayment', lines: [item(unitPrice)] });

type Amount = NonNullable<SaleInput['prepayments']>[number]['amounts'][number];

function deducting(
  { number }: { number: string },
  amounts: (number | string | Amount)[],
  more: Partial<SaleInput> = {},
): SaleInput {
  return {
    lines: [item(1150)],
    prepayments: [
      {
        number,
        issueDate: '2026-11-20',
        issueTime: '13:00:00',
        amounts: amounts.map((amount) => (typeof amount === 'object' ? amount : { amount })),
      },
    ],
    ...more,
  };
}

const credit = ({ number }: { number: string }, unitPrice: number | string): SaleInput => ({
  kind: 'creditNote',
  lines: [item(unitPrice)],
  corrects: [{ number }],
  reason: 'ردّ | Paid back',
});

const deductedVatOf = ({ sale }: LedgerEntry) =>
  sumHalalas(prepaymentLines(sale as Sale, [], []).map(({ vatAmount }) => vatAmount));

const deductedBy = ({ sale }: LedgerEntry) =>
  ((sale as Sale).prepayments ?? []).flatMap(({ amounts }) =>
    amounts.map(({ amount, vatAmount }) => [amount, vatAmount]),
  );

describe('a deduction', () => {
  it('names an advance of the ledger if the number is of this terminal', () => {
    const { issue, price } = shop();
    issue(advance(100));
    const unknown = ['prepayments.0.number corrects-unknown'];
    for (const number of ['T1-000009', 't1-9', 'T1-000001 to T1-000003']) {
      expect(refusal(() => issue(deducting({ number }, [60]), undefined, byManager))).toEqual(unknown);
      expect(refusal(() => price(deducting({ number }, [60])))).toEqual(unknown);
    }
    issue(deducting({ number: 'OLD-000009' }, [60]), undefined, byManager);
  });

  it('is at most what was paid in advance', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    expect(refusal(() => issue(deducting(paid, [900])))).toEqual([
      'prepayments.0.amounts.0.amount advance-exceeded',
    ]);
    expect(refusal(() => issue(deducting(paid, [60, '40.01'])))).toEqual([
      'prepayments.0.amounts.1.amount advance-exceeded',
    ]);
    expect(
      refusal(() => issue(deducting(paid, [50, { amount: 10, vat: five }], { lines: [item(100)] }))),
    ).toEqual(['prepayments.0.amounts.1.amount advance-exceeded']);
    expect(issue(deducting(paid, [100])).payable).toBe(1050_00);
  });

  it('is made once, in parts or as a whole, and names who made it before', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const first = issue(deducting(paid, [60]));
    for (const amount of [100, '40.01'])
      expect(refusal(() => issue(deducting(paid, [amount])))).toEqual([
        'prepayments.0.amounts.0.amount advance-deducted',
      ]);
    expect(() => issue(deducting(paid, ['40.01']))).toThrow(`was deducted by ${first.number}: at most 40.00`);
    issue(deducting(paid, [40]));
    expect(refusal(() => issue(deducting(paid, ['0.01'])))).toEqual([
      'prepayments.0.amounts.0.amount advance-deducted',
    ]);
  });

  it('is one sum where a sale names an advance twice', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const [one] = deducting(paid, [60]).prepayments ?? [];
    if (one === undefined) throw new Error('nothing is deducted');
    expect(refusal(() => issue({ ...deducting(paid, [60]), prepayments: [one, one] }))).toEqual([
      'prepayments.1.amounts.0.amount advance-exceeded',
    ]);
  });

  it('is of an advance that was not paid back, or of what is left of it', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const note = issue(credit(paid, 70));
    expect(() => issue(deducting(paid, ['30.01']))).toThrow(`was paid back by ${note.number}: at most 30.00`);
    issue(deducting(paid, [30]));
  });

  it('is of an advance: no invoice or note, and none that was issued anew', () => {
    const { issue, reject } = shop();
    const sold = issue({ lines: [item(115)] });
    expect(refusal(() => issue(deducting(sold, [115])))).toEqual(['prepayments.0.number not-an-advance']);
    expect(refusal(() => issue(deducting(issue(credit(sold, 1)), [1])))).toEqual([
      'prepayments.0.number not-an-advance',
    ]);
    const wrong = issue(advance(100));
    issue(deducting(wrong, [60]));
    reject(wrong);
    expect(refusal(() => issue(deducting(wrong, [40])))).toEqual(['prepayments.0.number corrects-rejected']);
    const right = issue(advance(100), wrong.uuid);
    expect(refusal(() => issue(deducting(wrong, [40])))).toEqual(['prepayments.0.number advance-replaced']);
    // Deductions from the rejected advance and from its replacement count together.
    expect(refusal(() => issue(deducting(right, ['40.01'])))).toEqual([
      'prepayments.0.amounts.0.amount advance-deducted',
    ]);
    issue(deducting(right, [40]));
  });

  it('does not count while its invoice is rejected and issued anew', () => {
    const { issue, reject, price } = shop();
    const paid = issue(advance(100));
    const wrong = issue(deducting(paid, [100]));
    reject(wrong);
    expect(refusal(() => issue(deducting(paid, [100])))).toEqual([
      'prepayments.0.amounts.0.amount advance-deducted',
    ]);
    expect(price(deducting(paid, [100]), wrong.uuid).totals.prepaid).toBe(100_00);
    issue(deducting(paid, [60]), wrong.uuid);
    issue(deducting(paid, [40]));
  });

  it('is for the same customer, in the same currency', () => {
    const { issue } = shop();
    const business: Partial<SaleInput> = { customer: 'business', buyer };
    const paid = issue({ ...advance(100), ...business });
    expect(refusal(() => issue(deducting(paid, [100])))).toEqual(['customer advance-customer-differs']);
    const other = { ...buyer, vatNumber: '310122393500003' };
    expect(refusal(() => issue(deducting(paid, [100], { ...business, buyer: other })))).toEqual([
      'buyer.vatNumber party-differs',
    ]);
    const usd = { currency: 'USD', exchangeRate: '3.75' };
    expect(refusal(() => issue(deducting(paid, [100], { ...business, ...usd })))).toEqual([
      'currency differs-from-document',
    ]);
    issue(deducting(paid, [100], business));
    // The final invoice may use its own day's exchange rate.
    const abroad = issue({ ...advance(100), ...usd });
    issue(deducting(abroad, [100], { ...usd, exchangeRate: '3.76' }));
  });

  it('names the advance by its number, UUID and date', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    expect(refusal(() => issue(deducting({ number: paid.number.toLowerCase() }, [100])))).toEqual([
      'prepayments.0.number number-spelling',
    ]);
    const [named] = deducting(paid, [100]).prepayments ?? [];
    if (named === undefined) throw new Error('nothing is deducted');
    const wrongly = (more: Partial<typeof named>) =>
      refusal(() => issue({ lines: [item(1150)], prepayments: [{ ...named, ...more }] }));
    expect(wrongly({ uuid: crypto.randomUUID() })).toEqual(['prepayments.0.uuid differs-from-document']);
    expect(wrongly({ issueDate: '2026-11-19' })).toEqual(['prepayments.0.issueDate differs-from-document']);
    expect(wrongly({ issueTime: '00:00:00' })).toEqual(['prepayments.0.issueTime differs-from-document']);
    expect(wrongly({ number: 'OLD-1', uuid: paid.uuid })).toEqual(['prepayments.0.number number-spelling']);
    // The advances of other systems are unknown here.
    issue(deducting({ number: 'OLD-1' }, [900]));
  });

  it('says the VAT that is left where the till does not, so that parts deduct just what the advance stated', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const parts = ['33.33', '33.33', '33.34'].map((part) => issue(deducting(paid, [part])));
    const vat = parts.map((part) => deductedBy(part).map(([, amount]) => amount));
    expect(paid.vat).toBe(13_04);
    // The VAT of a third is 4.35, and three times that is a halala more than the VAT in the advance.
    expect(vat).toContainEqual(['4.34']);
    const net = issue({ ...advance('10.10'), prices: 'excludeVat', lines: [item('30.30')] });
    const netPart = (more: Partial<SaleInput> = {}) =>
      issue(deducting(net, ['10.10'], { prices: 'excludeVat', ...more }));
    const netParts = [netPart(), netPart(), netPart()];
    expect(net.vat).toBe(4_55);
    expect(netParts.map((part) => deductedBy(part)[0]?.[1] ?? '1.52')).toEqual(['1.52', '1.52', '1.51']);
  });
});

describe('paying back', () => {
  it('an advance is possible for what was not deducted, and names the invoice that deducted it', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const final = issue(deducting(paid, [60]));
    expect(refusal(() => issue(credit(paid, '40.01')))).toEqual(['corrects.0.number advance-deducted']);
    expect(() => issue(credit(paid, 100))).toThrow(`was deducted by ${final.number}: at most 40.00 is left`);
    issue(credit(paid, 40));
    expect(refusal(() => issue(deducting(paid, ['0.01'])))).toEqual([
      'prepayments.0.amounts.0.amount advance-deducted',
    ]);
  });

  it('a final invoice gives back all that it sold; its advance stays deducted', () => {
    const { issue } = shop();
    const paid = issue(advance(115));
    const final = issue(deducting(paid, [115]));
    expect(final.payable).toBe(1035_00);
    // The customer paid in advance and at the end, so the refund includes the advance.
    issue(credit(final, 1150));
    expect(refusal(() => issue(credit(final, '0.01')))).toEqual(['lines returned-too-much']);
    expect(refusal(() => issue(credit(paid, '0.01')))).toEqual(['corrects.0.number advance-deducted']);
    expect(refusal(() => issue(deducting(paid, ['0.01'])))).toEqual([
      'prepayments.0.amounts.0.amount advance-deducted',
    ]);
  });

  it('holds the lines of advances and final invoices too', () => {
    const { issue } = shop();
    const paid = issue(advance(100));
    const final = issue(deducting(paid, [100]));
    for (const of of [issue(advance(100)), final])
      expect(
        refusal(() =>
          issue({
            ...credit(of, 1),
            lines: [item(1, { quantity: 2, unitPrice: '0.50', correctsLine: 1, goodsBack: true })],
          }),
        ),
      ).toEqual(['lines.0.quantity returned-too-much']);
  });
});

describe('VAT in riyals that an advance in another currency stated', () => {
  /** The currency with the rate of an advance, and with the rate of the day on which a final invoice deducts it. */
  const usd = { currency: 'USD', exchangeRate: '3.75' };
  const later = { currency: 'USD', exchangeRate: '4.50' };

  it('is paid back without the part that a final invoice deducted', () => {
    const { issue } = shop();
    const paid = issue({ ...advance(115), ...usd });
    issue(deducting(paid, ['57.50'], usd));
    const back = issue({ ...credit(paid, '57.50'), ...usd });
    // Each half has USD 7.50 VAT, which is 28.125 riyals: 28.13 are deducted, and the note gives back the rest.
    expect([paid, back].map(({ vat }) => vat)).toEqual([15_00, 7_50]);
    expect([paid, back].map(vatInSarOf)).toEqual([56_25, 28_12]);
  });

  it.each([
    'note deduction note',
    'deduction note note',
    'note note deduction',
    'deduction note deduction',
    'deduction deduction note',
    'note deduction deduction',
    'deduction note deduction note',
    'note deduction note deduction',
  ])('is shared out to the halala: %s', (order) => {
    for (const exchangeRate of ['3.75', '3.7512', '0.2613'])
      for (const total of [115_00, 100_01, 33_37]) {
        const { issue } = shop();
        const foreign = { currency: 'USD', exchangeRate };
        const paid = issue({ ...advance(halalasToText(total)), ...foreign });
        const takings = order.split(' ');
        let left = total;
        let deductedVat = 0;
        let backInSar = 0;
        for (const [index, taking] of takings.entries()) {
          const isLast = index === takings.length - 1;
          const part = isLast ? left : Math.floor(left / 3);
          left -= part;
          if (taking === 'note') {
            const note = issue({ ...credit(paid, halalasToText(part)), ...foreign });
            const byRate = new Exact(note.vat).times(exchangeRate);
            // The last note also takes what the others were rounded by.
            expect(byRate.minus(vatInSarOf(note)).abs().toNumber()).toBeLessThanOrEqual(1.5);
            backInSar += vatInSarOf(note);
          } else {
            const final = issue(deducting(paid, [halalasToText(part)], later));
            deductedVat += deductedVatOf(final);
          }
        }
        const deductedInSar = roundToHalalas(halalasToExact(deductedVat).times(exchangeRate));
        expect(backInSar + deductedInSar, `${total} at ${exchangeRate}`).toBe(vatInSarOf(paid));
      }
  });

  it('is counted once, whichever document is rejected and issued anew', () => {
    const { issue, reject } = shop();
    const wrong = issue({ ...advance(115), ...usd });
    const final = issue(deducting(wrong, ['57.50'], usd));
    reject(wrong);
    const paid = issue({ ...advance(115), ...usd }, wrong.uuid);
    const back = issue({ ...credit(paid, '57.50'), ...usd });
    expect(vatInSarOf(back)).toBe(28_12);
    reject(back);
    const again = issue({ ...credit(paid, '57.50'), ...usd }, back.uuid);
    expect(vatInSarOf(again)).toBe(28_12);
    // The final invoice deducts nothing now, so that the other half may be paid back too.
    reject(final);
    issue({ ...usd, lines: [item(1150)] }, final.uuid);
    expect(vatInSarOf(issue({ ...credit(paid, '57.50'), ...usd }))).toBe(28_13);
  });
});
