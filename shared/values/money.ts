import { Decimal } from 'decimal.js';

/**
 * Money: a whole number of hundredths of the document's currency (halalas for SAR), never a float. Quantities, unit
 * prices and rates are decimals (decimal.js); only `roundToHalalas` turns them into money.
 */
export type Halalas = number;

/** With 40 digits, products of the longest quantity and price that the sale schema allows stay exact. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/**
 * Rounds an amount in currency units (riyals) to hundredths, half away from zero, like all rounding in the program.
 * Source: XML Implementation Standard §10 (half-up, two decimals, final results only).
 * @throws RangeError when the amount does not fit a safe integer
 */
export function roundToHalalas(amount: Decimal.Value): Halalas {
  const halalas = new Exact(amount).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  if (!Number.isSafeInteger(halalas)) throw new RangeError('amount out of range');
  return halalas === 0 ? 0 : halalas; // This avoids -0.
}

/** Rounds a fraction of whole numbers as `roundToHalalas` rounds an amount; the divisor is above zero. */
export function roundFraction(dividend: bigint, divisor: bigint): bigint {
  const twice = dividend < 0n ? 2n * dividend - divisor : 2n * dividend + divisor;
  return twice / (2n * divisor);
}

/** Converts hundredths exactly to a decimal amount in currency units. */
export function halalasToExact(halalas: Halalas): Decimal {
  return new Exact(halalas).dividedBy(100);
}

/** Writes hundredths as in documents and QR codes: `1300.00`, `-0.01`; never `-0.00`. */
export function halalasToText(halalas: Halalas): string {
  const digits = String(Math.abs(halalas)).padStart(3, '0');
  const sign = halalas < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds money; the sum of nothing is 0. */
export function sumHalalas(amounts: Iterable<Halalas>): Halalas {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}
