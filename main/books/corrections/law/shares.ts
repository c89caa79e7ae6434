import type { Halalas } from '../../../../shared/values/money.ts';

/** A fraction between 0 and 1; `of` is zero only if the whole is zero. */
export interface Fraction {
  readonly part: bigint;
  readonly of: bigint;
}

/** Returns `whole × fraction` to the nearest halala, half away from zero; zero if there is nothing. */
export function share(whole: Halalas, { part, of }: Fraction): Halalas {
  if (of === 0n) return 0;
  const size = (BigInt(Math.abs(whole)) * part * 2n + of) / (of * 2n);
  return whole < 0 ? Number(-size) : Number(size);
}
