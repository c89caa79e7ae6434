import fc from 'fast-check';
import { describe, it } from 'vitest';
import { FailureError } from '../../../../shared/failure.ts';
import type { Sale, SaleInput } from '../../../../shared/sale/sale.ts';
import { cashCoins } from '../../../../shared/values/cash-rounding.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { ledgerInMemory } from '../../../support/new-ledger.ts';
import { rounds } from '../../../support/run/effort.ts';
import { makeShop, type Shop } from '../shop.ts';

/* Tests that the terminal issues whatever return it drafts, also after notes on several invoices. */

const amount = (max: number) => fc.integer({ min: 1, max }).map(halalasToText);
const vat = fc.constantFrom(
  { category: 'S' as const },
  { category: 'S' as const, rate: '5' },
  { category: 'Z' as const, reason: 'VATEX-SA-35' as const },
);
const line = fc.record({
  name: fc.constantFrom('Coffee', 'Dates', 'Tea'),
  quantity: fc.integer({ min: 1, max: 3 }),
  unitPrice: amount(2_000),
  vat,
});
const sale = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  discount: fc.option(fc.constant({ percent: '10' }), { nil: undefined }),
  payableRounding: fc.option(fc.integer({ min: -50, max: 50 }).map(halalasToText), { nil: undefined }),
});
const prices = fc.constantFrom('includeVat' as const, 'excludeVat' as const);
/** A note of some invoices, or a return of some pieces of one. */
const step = fc.oneof(
  fc.record({
    of: fc.subarray([0, 1], { minLength: 1 }),
    lines: fc.array(fc.record({ unitPrice: amount(3_000), vat, prices }), { minLength: 1, maxLength: 2 }),
    payableRounding: fc.option(fc.integer({ min: -99, max: 99 }).map(halalasToText), { nil: undefined }),
  }),
  fc.record({
    back: fc.constantFrom(0, 1),
    pieces: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  }),
);

function tried(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof FailureError) return false;
    throw error;
  }
}

describe('a return that the terminal drafts', () => {
  it('is issued, whatever was credited before', () => {
    fc.assert(
      fc.property(
        prices,
        fc.tuple(sale, sale),
        fc.array(step, { maxLength: 8 }),
        fc.option(fc.constantFrom(...cashCoins), { nil: undefined }),
        (of, sales, steps, coin) => {
          const ledger = ledgerInMemory();
          try {
            const shop: Shop = makeShop(ledger, coin);
            const { issue, noteFor, look } = shop;
            const sold = sales.map(({ payableRounding, ...one }) => {
              const plain: SaleInput = { ...one, prices: of };
              const rounded = { ...plain, payableRounding };
              return issue(tried(() => shop.price(rounded)) ? rounded : plain);
            });
            for (const each of steps) {
              if ('of' in each) {
                const { lines, payableRounding } = each;
                tried(() =>
                  issue({
                    kind: 'creditNote',
                    prices: lines[0]?.prices,
                    lines: lines.map(({ prices: _, ...rest }) => ({ name: 'Rebate', quantity: 1, ...rest })),
                    payableRounding,
                    corrects: each.of.map((index) => ({ number: sold[index]?.number ?? '' })),
                    reason: 'Rebate',
                  }),
                );
                continue;
              }
              const { uuid = '' } = sold[each.back] ?? {};
              const { refusal, lines } = look(uuid);
              const chosen = lines
                .map(({ left }, index): [number, string] => [
                  index + 1,
                  String(Math.min(Number(left), each.pieces[index] ?? 3)),
                ])
                .filter(([, quantity]) => quantity !== '0');
              if (refusal !== undefined || chosen.length === 0) continue;
              // The draft is refused already where nothing could be issued.
              const drafts: Sale[] = [];
              if (tried(() => drafts.push(noteFor(uuid, ...chosen)))) for (const note of drafts) issue(note);
            }
          } finally {
            ledger.close();
          }
        },
      ),
      { numRuns: rounds(60) },
    );
  });
});
