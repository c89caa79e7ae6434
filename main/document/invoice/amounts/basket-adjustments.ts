import type { Issue } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import {
  type AgreedAdjustment,
  charge,
  discountAllowance,
  sizeOf,
  statedCharges,
  statedDiscounts,
  takeOff,
} from './adjustments.ts';
import { roundToTotal } from './largest-remainder.ts';
import type { GroupsByVat } from './vat-groups.ts';

/**
 * Subtracts the basket's discounts and adds its charges. An adjustment that names its VAT affects only that group.
 * Others are shared among the groups: a discount in proportion to the rest at each rate, a charge in proportion to the
 * sales at each rate. Discounts come first, and those with a VAT before the others, since charges are never discounted.
 * @param issues collects `discount-above-price`, `discount-without-goods`
 * @returns each adjustment undivided
 */
export function adjustBasket(sale: Sale, groups: GroupsByVat, issues: Issue[]): AgreedAdjustment[] {
  const agreed: AgreedAdjustment[] = [];
  const goods = sumHalalas(groups.all.map((group) => group.goods));
  const discounts = statedDiscounts(sale, []);

  for (const discount of discounts) {
    const { vat } = discount.what;
    if (vat === undefined) continue;
    const group = groups.of(vat);
    if (group.lines.length === 0 && sizeOf(discount.what, group.goods) > 0) {
      issues.push(withoutGoods(discount));
      continue;
    }
    const off = takeOff(discount, group.goods, group.amount, issues);
    group.adjust(discountAllowance(off, discount.what, group.rate));
    agreed.push({ charge: false, what: discount.what, amount: off });
  }
  for (const discount of discounts) {
    if (discount.what.vat !== undefined) continue;
    const left = groups.all.map((group) => group.amount);
    const off = takeOff(discount, goods, sumHalalas(left), issues);
    const shares = shareOut(off, left);
    for (const [index, group] of groups.all.entries())
      group.adjust(discountAllowance(shares[index] ?? 0, discount.what, group.rate));
    agreed.push({ charge: false, what: discount.what, amount: off });
  }

  const sold = groups.all.map((group) => group.goods);
  for (const { what } of statedCharges(sale, [])) {
    if (what.vat !== undefined) {
      const group = groups.of(what.vat);
      const amount = sizeOf(what, group.goods);
      group.adjust(charge(amount, what, group.rate));
      agreed.push({ charge: true, what, amount });
      continue;
    }
    const amount = sizeOf(what, goods);
    const shares = shareOut(amount, sold);
    for (const [index, group] of groups.all.entries())
      group.adjust(charge(shares[index] ?? 0, what, group.rate));
    agreed.push({ charge: true, what, amount });
  }
  return agreed;
}

/**
 * A discount out of the scope of VAT would leave the VAT of goods that are given away and take their price off the amount
 * due. BR-KSA-F-04 lets that one row of a breakdown be below zero, but the sum of a document then no longer says what its
 * goods are worth, and a gift has a document of its own (KSA-2, nominal supply).
 */
function withoutGoods({ path }: { readonly path: Issue['path'] }): Issue {
  return {
    path: [...path, 'vat'],
    code: 'discount-without-goods',
    message:
      'is the VAT of none of the goods. Goods that are given away, with VAT due on them, go into a sale of their own (special.nominal)',
  };
}

/**
 * Divides a total in proportion to `amounts`. No share is above its amount, unless the total is more than all amounts;
 * if all are zero, the first gets everything.
 */
function shareOut(whole: Halalas, amounts: readonly Halalas[]): Halalas[] {
  const total = sumHalalas(amounts);
  if (total === 0) return amounts.map((_, index) => (index === 0 ? whole : 0));
  const numerators = amounts.map((amount) => BigInt(whole) * BigInt(amount));
  return roundToTotal(numerators, BigInt(total), whole);
}
