import { describe, expect, it } from 'vitest';
import { actorWithinLimits } from '../../../main/till/issue/within-limits.ts';
import { createApprovals } from '../../../main/till/people/approvals.ts';
import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { buyer as fixture } from '../../document/invoice/fixtures.ts';
import { cashier } from '../../support/run/callers.ts';

/* Tests corrections and the credit limit of the account on which they are booked. */

const [wrong, right] = ['300000000300003', '300000000400003'].map((vatNumber, index) => ({
  ...fixture,
  name: `Company ${index}`,
  vatNumber,
})) as [typeof fixture, typeof fixture];
const onAccount: SaleInput['payments'] = [{ means: 'onAccount' }];
const sold = (buyer: typeof fixture, price: string, more: Partial<SaleInput> = {}): SaleInput => ({
  customer: 'business',
  prices: 'includeVat',
  buyer,
  payments: onAccount,
  lines: [{ name: 'Lamp', quantity: 1, unitPrice: price }],
  ...more,
});

/** Sells a lamp for 100 to the wrong buyer with notes for 40. The authority rejects the sale. */
function soldWith(kinds: ('creditNote' | 'debitNote')[], payments = onAccount, buyer = wrong) {
  const shop = makeShop(testLedger());
  const { ledger, clock, issue, reject, price } = shop;
  const first = issue(sold(buyer, '100.00', { payments }));
  const corrects = [{ number: first.number }];
  const notes = kinds.map((kind) => issue(sold(buyer, '40.00', { kind, corrects, reason: 'Price' })));
  reject(first);
  /** Returns the limits that a correction exceeds when its buyer may still owe this much. */
  const exceeded = (sale: SaleInput, creditLeft: number, of = first.uuid) => {
    const parsed = parseOrFail(saleSchema, sale);
    try {
      actorWithinLimits(parsed, cashier, ledger.documents, {
        clock,
        approvals: createApprovals(clock, () => true),
        limits: () => ({ asks: [] }),
        payable: () => price(sale, of).totals.payable,
        agreed: () => undefined,
        creditLeft: () => creditLeft,
        accountOf: ledger.buyers.keyOf,
        overrides: undefined,
        rejected: of,
      });
      return undefined;
    } catch (error) {
      if (error instanceof FailureError) return error.failure.detail?.limits;
      throw error;
    }
  };
  const balance = () => ledger.accounts.balance(`number ${right.vatNumber}`);
  return { ...shop, first, notes, exceeded, balance };
}

describe('a correction for another buyer counts towards the limit', () => {
  it('for the same buyer only with what it adds', () => {
    const { exceeded } = soldWith(['creditNote']);
    expect(exceeded(sold(wrong, '100.00'), 0)).toBeUndefined();
    expect([exceeded(sold(wrong, '101.00'), 100), exceeded(sold(wrong, '101.00'), 99)]).toEqual([
      ...[undefined, 'credit'],
    ]);
  });

  it('for the buyer under another number with the notes that come along', () => {
    const identification = { scheme: 'CRN', value: '1010012345' } as const;
    const byRegistration = { ...wrong, vatNumber: undefined, identification } as unknown as typeof fixture;
    const byVatNumber = { ...wrong, name: 'Company, renamed', identification };
    const { exceeded, first, issue, ledger } = soldWith(['creditNote'], onAccount, byRegistration);
    const again = sold(byVatNumber, '100.00');
    expect([exceeded(again, 6000), exceeded(again, 5999)]).toEqual([undefined, ['credit']].flat());
    issue(again, first.uuid);
    const keys = ['number CRN 1010012345', `number ${wrong.vatNumber}`];
    ledger.buyers.learn(100);
    expect(keys.map(ledger.accounts.balance)).toEqual([0, 6000]);
  });
});
