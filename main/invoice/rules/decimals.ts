/* Decimals as a document writes them, exact: the authority multiplies quantities, prices and rates as decimals. */

/** `digits` ÷ 10 ** `scale`. */
export interface ScaledDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Parses a decimal; undefined if the text is none. */
export function readDecimal(text: string): ScaledDecimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

/** Rounds down, towards minus infinity, as XPath `floor` does. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/**
 * Rounds to the nearest whole number, a half to the even one, as XPath `format-number` does; for a positive divisor.
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = floorDivide(dividend, divisor);
  const twice = 2n * (dividend - floor * divisor);
  if (twice === divisor) return floor % 2n === 0n ? floor : floor + 1n;
  return twice > divisor ? floor + 1n : floor;
}

export function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
