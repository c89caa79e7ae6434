import { expect, it } from 'vitest';
import { checkSale } from '../../main/issue/issue-sale.ts';
import type { PreparedSale } from '../../main/issue/prepared-sale.ts';
import { riyadhDateTime } from '../../main/platform/riyadh-time.ts';
import { FailureError, parseOrFail } from '../../shared/failure.ts';
import { type Sale, type SaleInput, saleSchema } from '../../shared/sale.ts';
import { refusal, seller } from '../invoice/fixtures.ts';
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
