import { withoutLastZeros } from '../../../../shared/fields.ts';

/*
 * The decimals of documents, computed exactly as whole numbers: the authority multiplies quantities, prices and rates
 * as decimals, and a sale of a hundred lines has several hundred of them.
 */

/** The decimal `digits` ÷ 10 ** `scale`. */
export interface ScaledDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Parses a decimal; undefined if the text is not one. */
export function readDecimal(text: string): ScaledDecimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

/** Parses a decimal that a schema has checked. @throws RangeError */
export function decimalOf(text: string): ScaledDecimal {
  const decimal = readDecimal(text);
  if (decimal === undefined) throw new RangeError('no decimal');
  return decimal;
}

const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

export const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** Formats a decimal that is not negative with at least two decimals and no zeros at the end after these. */
export function decimalText({ digits, scale }: ScaledDecimal): string {
  const all = String(digits).padStart(scale + 1, '0');
  const point = all.length - scale;
  const fraction = withoutLastZeros(all.slice(point));
  return `${all.slice(0, point)}.${fraction.padEnd(2, '0')}`;
}

/** Returns quantity × price in thousandths, rounded down, as rule BR-KSA-EN16931-11 does. */
export function productInThousandths(quantity: ScaledDecimal, price: ScaledDecimal): bigint {
  return floorDivide(quantity.digits * price.digits * 1000n, powerOfTen(quantity.scale + price.scale));
}

/** Rounds down, towards minus infinity, as XPath `floor` does. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Rounds to the nearest whole number, halves to even, as XPath `format-number` does; for a positive divisor. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = floorDivide(dividend, divisor);
  const twice = 2n * (dividend - floor * divisor);
  if (twice === divisor) return floor % 2n === 0n ? floor : floor + 1n;
  return twice > divisor ? floor + 1n : floor;
}

export function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
