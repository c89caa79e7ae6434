import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { type CashCoin, cashCoins, toCoin } from '../../../../shared/values/cash-rounding.ts';
import { halalasToText, sumHalalas } from '../../../../shared/values/money.ts';
import { rounds } from '../../../support/run/effort.ts';
import { testLedger } from '../../ledger/support.ts';
import { makeShop, type Shop } from '../shop.ts';

/* Tests returns that are paid back in coins. */

const coin = fc.constantFrom(...cashCoins);
const goods = fc.record({
  prices: fc.constantFrom('includeVat' as const, 'excludeVat' as const),
  lines: fc.array(
    fc.record({
      name: fc.constantFrom('Coffee', 'Dates', 'Tea'),
      quantity: fc.integer({ min: 1, max: 4 }),
      unitPrice: fc.integer({ min: 1, max: 3_000 }).map(halalasToText),
      vat: fc.constantFrom({ category: 'S' as const, rate: '15' }, { category: 'S' as const, rate: '5' }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: fc.option(fc.constant({ percent: '10' }), { nil: undefined }),
});

/** Rounds a sale to a coin, as the till does when it is paid in cash. */
function roundedTo(sale: SaleInput, to: CashCoin, { price }: Shop): SaleInput {
  const { payable } = price(sale).totals;
  const rounding = toCoin(payable, to) - payable;
  return { ...sale, ...(rounding !== 0 && { payableRounding: halalasToText(rounding) }) };
}

/** Takes the pieces of a sale back one by one. @returns what each gave back, by line */
function takeBack(uuid: string, pieces: readonly number[], { issue, noteFor }: Shop): [number, number][] {
  return pieces.map((line) => [line, issue(noteFor(uuid, [line + 1, '1'])).payable]);
}

const piecesOf = ({ lines }: SaleInput) =>
  lines.flatMap(({ quantity }, line) => Array(Number(quantity)).fill(line));

describe('a sale that was rounded to a coin', () => {
  it('gives back whole coins, one article after the other', () => {
    const ledger = testLedger();
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const shop = makeShop(ledger);
      const sold = shop.issue({
        lines: [
          { name: 'A', quantity: 1, unitPrice: '10.13' },
          { name: 'B', quantity: 1, unitPrice: '7.29' },
        ],
        payableRounding: '-0.42',
        payments: [{ means: 'cash', amount: '17.00' }],
      });
      const back = takeBack(sold.uuid, order, shop);
      expect(new Map(back)).toEqual(
        new Map([
          [0, 1_000],
          [1, 700],
        ]),
      );
    }
  });

  it('gives back what was paid, in coins, in any order', () => {
    const ledger = testLedger();
    fc.assert(
      fc.property(coin, goods, fc.gen(), (to, sale, next) => {
        const shop = makeShop(ledger);
        const rounded = roundedTo(sale, to, shop);
        const sold = shop.issue(rounded);
        // A sale that came to whole coins by itself is rounded by the shop's own setting, see below.
        fc.pre(rounded.payableRounding !== undefined && sold.payable > 0);
        const pieces = next(fc.shuffledSubarray, piecesOf(sale), { minLength: piecesOf(sale).length });
        const back = takeBack(sold.uuid, pieces, shop).map(([, amount]) => amount);
        expect(sumHalalas(back)).toBe(sold.payable);
        expect(back.filter((amount) => amount % 5 !== 0)).toEqual([]);
      }),
      { numRuns: rounds(200) },
    );
  });

  it('gives back by a card what it gives back in cash', () => {
    const ledger = testLedger();
    const shop = makeShop(ledger);
    const sold = shop.issue({
      ...{ lines: [{ name: 'A', quantity: 3, unitPrice: '3.33' }] },
      payableRounding: '0.01',
    });
    const note = shop.noteFor(sold.uuid, [1, '1']);
    expect(shop.price({ ...note, payments: [{ means: 'card' }] } as SaleInput).totals.payable).toBe(335);
  });
});

describe('a shop that rounds cash', () => {
  it('pays back whole coins, and no more than was paid, for any sale', () => {
    const ledger = testLedger();
    fc.assert(
      fc.property(coin, goods, fc.boolean(), fc.gen(), (to, sale, isRounded, next) => {
        const shop = makeShop(ledger, to);
        const sold = shop.issue(
          isRounded ? roundedTo(sale, to, shop) : { ...sale, payments: [{ means: 'card' }] },
        );
        fc.pre(sold.payable > 0);
        const pieces = next(fc.shuffledSubarray, piecesOf(sale), { minLength: piecesOf(sale).length });
        const back = takeBack(sold.uuid, pieces, shop).map(([, amount]) => amount);
        expect(back.filter((amount) => amount % to !== 0)).toEqual([]);
        expect(sumHalalas(back)).toBe(sold.payable - (sold.payable % to));
      }),
      { numRuns: rounds(200) },
    );
  });
});
