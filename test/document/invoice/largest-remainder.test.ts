import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundToTotal } from '../../../main/document/invoice/amounts/largest-remainder.ts';

it('gives what is missing to those that lost most, the earlier where they lost the same', () => {
  expect(roundToTotal([25n, 29n, 25n, 20n], 10n, 10)).toEqual([3, 3, 2, 2]);
  expect(roundToTotal([-87n, 15n], 10n, -7)).toEqual([-9, 2]);
  expect(roundToTotal([-8696n, 10000n], 1000n, 1)).toEqual([-9, 10]);
});

it('adds up exactly, and keeps each part within one of its fraction', () => {
  const fractions = fc.tuple(
    fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), { minLength: 1, maxLength: 40 }),
    fc.bigInt({ min: 10n ** 10n, max: 10n ** 20n }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fractions, ([numerators, denominator, up]) => {
      const sum = numerators.reduce((total, each) => total + each, 0n);
      const floor = (sum - (((sum % denominator) + denominator) % denominator)) / denominator;
      const total = Number(up && floor * denominator !== sum ? floor + 1n : floor);
      const parts = roundToTotal(numerators, denominator, total);
      expect(parts.reduce((all, each) => all + each, 0)).toBe(total);
      for (const [index, part] of parts.entries()) {
        const off = BigInt(part) * denominator - (numerators[index] ?? 0n);
        expect(off < denominator && off > -denominator).toBe(true);
      }
    }),
  );
});

it('refuses a total that rounding cannot reach', () => {
  expect(() => roundToTotal([10n, 15n], 10n, 4)).toThrow(RangeError);
  expect(() => roundToTotal([10n, 15n], 10n, 1)).toThrow(RangeError);
});
