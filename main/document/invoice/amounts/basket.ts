import { fail, type Issue } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SaleLine } from '../../../../shared/sale/sale-line.ts';
import { roundFraction, sumHalalas } from '../../../../shared/values/money.ts';
import type { AllowanceCharge } from '../invoice.ts';
import {
  type AgreedAdjustment,
  charge,
  discountAllowance,
  sizeOf,
  statedCharges,
  statedDiscounts,
  takeOff,
} from './adjustments.ts';
import { maxAmount, outOfRange } from './amount-range.ts';
import { adjustBasket } from './basket-adjustments.ts';
import { decimalOf, powerOfTen } from './decimals.ts';
import { type BasketLine, GroupsByVat, type VatGroup } from './vat-groups.ts';

/*
 * The amounts of a sale, with or without VAT like its prices: priced lines, discounts subtracted and charges added, all
 * grouped by VAT category and rate. The two price modules turn it into net amounts.
 */

export interface Basket {
  readonly groups: readonly VatGroup[];
  /** The basket's discounts and charges, undivided; each group has its share of them. */
  readonly agreed: readonly AgreedAdjustment[];
}

/** Returns the VAT groups of a sale, see `priceBasket`. */
export function readBasket(sale: Sale): readonly VatGroup[] {
  return priceBasket(sale).groups;
}

/**
 * Prices the lines and adds the basket's discounts and charges to the VAT groups, in the order of the sale.
 * @throws FailureError `bad-input`: `discount-above-price`, `discount-without-goods`, `amount-out-of-range`
 */
export function priceBasket(sale: Sale): Basket {
  const issues: Issue[] = [];
  const groups = new GroupsByVat();
  for (const [index, line] of sale.lines.entries())
    groups.of(line.vat).addLine(readLine(line, index, issues));
  if (sumHalalas(groups.all.map(({ goods }) => goods)) > maxAmount) issues.push(outOfRange(['lines']));
  const agreed = issues.length === 0 ? adjustBasket(sale, groups, issues) : [];
  if (sumHalalas(groups.all.map(({ amount }) => amount)) > maxAmount && issues.length === 0)
    issues.push(outOfRange(['charges']));
  if (issues.length > 0) fail('bad-input', { issues });
  // A percentage of an unused rate is zero, and the breakdown has no row for it (BR-O-08 …).
  const used = groups.all.filter(({ lines, adjustments }) => lines.length + adjustments.length > 0);
  return { groups: used, agreed };
}

function readLine(line: SaleLine, index: number, issues: Issue[]): BasketLine {
  const path = ['lines', index];
  const quantity = decimalOf(line.quantity);
  const price = decimalOf(line.unitPrice);
  const refuse = (): BasketLine => {
    issues.push(outOfRange(path));
    return { index, line, quantity, fullAmount: 0, adjustments: [], agreed: [], amount: 0 };
  };
  // The exact amount in hundredths, as a fraction.
  const dividend = quantity.digits * price.digits * 100n;
  const divisor = powerOfTen(quantity.scale + price.scale);
  if (dividend > BigInt(maxAmount) * divisor) return refuse();

  const fullAmount = Number(roundFraction(dividend, divisor));
  const adjustments: AllowanceCharge[] = [];
  const agreed: AgreedAdjustment[] = [];
  let amount = fullAmount;
  for (const discount of statedDiscounts(line, path)) {
    const off = takeOff(discount, fullAmount, amount, issues);
    if (off > 0) adjustments.push(discountAllowance(off, discount.what));
    agreed.push({ charge: false, what: discount.what, amount: off });
    amount -= off;
  }
  for (const { what } of statedCharges(line, path)) {
    const on = sizeOf(what, fullAmount);
    if (on > 0) adjustments.push(charge(on, what));
    agreed.push({ charge: true, what, amount: on });
    amount += on;
  }
  if (amount > maxAmount) return refuse();
  return { index, line, quantity, fullAmount, adjustments, agreed, amount };
}
