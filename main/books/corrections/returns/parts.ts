import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import { signed } from '../../../document/invoice/amounts/adjustments.ts';
import type { AllowanceCharge } from '../../../document/invoice/invoice.ts';

/** An amount by its origin: goods at their full price, then discounts and charges in their order. */
export interface Parts {
  readonly base: Halalas;
  /** No amount is negative; some may be zero. Discounts never exceed the amount. */
  readonly adjustments: readonly AllowanceCharge[];
}

export function amountOf({ base, adjustments }: Parts): Halalas {
  return base + sumHalalas(adjustments.map(signed));
}

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

/**
 * Splits an amount into the fraction taken and the rest. It divides the sums after each discount and charge, not the
 * discounts themselves, so that no part is negative and both sides add up exactly.
 */
export function split(parts: Parts, fraction: Fraction): { taken: Parts; left: Parts } {
  const base = share(parts.base, fraction);
  let sum = parts.base;
  let sumTaken = base;
  const taken: AllowanceCharge[] = [];
  const left: AllowanceCharge[] = [];
  for (const adjustment of parts.adjustments) {
    sum += signed(adjustment);
    const next = share(sum, fraction);
    const amount = Math.abs(next - sumTaken);
    sumTaken = next;
    taken.push({ ...adjustment, amount });
    left.push({ ...adjustment, amount: adjustment.amount - amount });
  }
  return {
    taken: { base, adjustments: taken },
    left: { base: parts.base - base, adjustments: left },
  };
}
