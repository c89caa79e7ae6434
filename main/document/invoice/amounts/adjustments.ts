import type { Issue } from '../../../../shared/failure.ts';
import type { Charge, Discount } from '../../../../shared/sale/sale-line.ts';
import {
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
} from '../../../../shared/values/money.ts';
import { inOneText } from '../../../../shared/words/both.ts';
import { documentTexts } from '../../../../shared/words/document-texts.ts';
import type { AllowanceCharge, VatRate } from '../invoice.ts';

/** The code for a discount in UNTDID 5189. */
const discountReasonCode = '95';
const discountReason = inOneText(documentTexts.discount);

/** A discount or charge as the till states it, with its path. */
export interface Stated<T> {
  readonly what: T;
  readonly path: Issue['path'];
}

/** The agreed amount of a discount or charge, with or without VAT like the sale's prices. */
export interface AgreedAdjustment {
  readonly charge: boolean;
  readonly what: Discount | Charge;
  /** The amount, which may be zero but never negative. */
  readonly amount: Halalas;
}

export function statedDiscounts<D extends Discount>(
  { discount, discounts }: { discount?: D | undefined; discounts?: readonly D[] | undefined },
  path: Issue['path'],
): Stated<D>[] {
  const further = discounts?.map((what, index) => ({ what, path: [...path, 'discounts', index] })) ?? [];
  return discount === undefined ? further : [{ what: discount, path: [...path, 'discount'] }, ...further];
}

export function statedCharges<C extends Charge>(
  { charges }: { charges?: readonly C[] | undefined },
  path: Issue['path'],
): Stated<C>[] {
  return charges?.map((what, index) => ({ what, path: [...path, 'charges', index] })) ?? [];
}

export function sizeOf({ amount, percent }: Discount | Charge, base: Halalas): Halalas {
  if (amount !== undefined) return roundToHalalas(amount);
  return roundToHalalas(
    halalasToExact(base)
      .times(percent ?? 0)
      .dividedBy(100),
  );
}

/**
 * Returns the amount of a discount, at most what is `left`.
 * @param issues collects `discount-above-price`
 */
export function takeOff(
  { what, path }: Stated<Discount>,
  base: Halalas,
  left: Halalas,
  issues: Issue[],
): Halalas {
  const off = sizeOf(what, base);
  if (off <= left) return off;
  issues.push({
    path: [...path, what.amount === undefined ? 'percent' : 'amount'],
    code: 'discount-above-price',
    message: `must not be more than ${halalasToText(left)}, the price it is taken off`,
    params: { limit: halalasToText(left) },
  });
  return 0;
}

/** Returns a discount with the document's standard reason, or the till's own if given. */
export function discountAllowance(
  amount: Halalas,
  { reason }: { reason?: string | undefined },
  vat?: VatRate,
): AllowanceCharge {
  return { charge: false, amount, reasonCode: discountReasonCode, reason: reason ?? discountReason, vat };
}

export function charge(amount: Halalas, { reason, reasonCode }: Charge, vat?: VatRate): AllowanceCharge {
  return { charge: true, amount, reasonCode, reason, vat };
}

export function signed({ charge, amount }: AllowanceCharge): Halalas {
  return charge ? amount : -amount;
}
