import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPart, settle } from '../../../../renderer/till/cart/payment.ts';
import { type SaleInput, saleSchema } from '../../../../shared/sale/sale.ts';
import { halalasToText, sumHalalas } from '../../../../shared/values/money.ts';
import { refusal } from '../../../document/invoice/fixtures.ts';
import { testLedger } from '../../ledger/support.ts';
import { makeShop } from '../shop.ts';

/* Tests returns that are paid back by several means. */

const means = ['cash', 'card', 'bankTransfer'] as const;
const lines = fc.array(
  fc.record({
    name: fc.constantFrom('Coffee', 'Dates'),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.integer({ min: 1, max: 99_999 }).map(halalasToText),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('a return that is paid back by several means', () => {
  it('is paid back to the halala, however it is split, or refused', () => {
    const ledger = testLedger();
    const { issue, noteFor, price } = makeShop(ledger);
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 2 }),
        fc.integer({ min: -1, max: 1 }),
        (goods, thousandths, off) => {
          const { uuid } = issue({ lines: goods });
          const note = noteFor(uuid, ...goods.map((_, index): [number, string] => [index + 1, '1']));
          const due = price(note as SaleInput).totals.payable;
          // The amounts are as a person types them, and the last part is the rest.
          const typed = thousandths.map((part) => Math.max(1, Math.floor((due * part) / 2_001)));
          const parts = [...typed.map(halalasToText), ''].map((amount, index) => ({
            ...newPart(means[index] ?? 'cash'),
            amount,
          }));
          const { shares, trouble } = settle({ means: 'several', tendered: '', parts }, due, false);
          if (trouble !== undefined) return;
          expect(sumHalalas(shares.map(({ amount = 0 }) => amount))).toBe(due);
          const payments = shares.map(({ means: by, amount = 0 }) => ({
            means: by,
            amount: halalasToText(amount),
          }));
          const [first, ...others] = payments;
          const moved = [
            {
              ...first,
              means: first?.means ?? 'cash',
              amount: halalasToText((shares[0]?.amount ?? 0) + off),
            },
            ...others,
          ];
          const parsed = saleSchema.safeParse({ ...note, payments: moved });
          // A part of zero is not allowed.
          if (!parsed.success) return;
          if (off !== 0) {
            expect(refusal(() => issue(parsed.data as SaleInput))).toEqual(['payments payments-sum']);
            return;
          }
          const { icv, payable } = issue(parsed.data as SaleInput);
          expect(payable).toBe(due);
          expect(sumHalalas(ledger.facts.payments(icv).map(({ amount = 0 }) => amount))).toBe(due);
        },
      ),
      { numRuns: 60 },
    );
  });
});
