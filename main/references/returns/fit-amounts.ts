import { type Halalas, sumHalalas } from '../../../shared/money.ts';
import type { AllowanceCharge } from '../../invoice/invoice.ts';
import { amountOf, type Parts } from './parts.ts';
import type { Stock, StockGroup } from './stock.ts';

/**
 * Changes a group's amount by some halalas so that its VAT is exact: first the full price of its largest line, then
 * charges if no line has room. Never below zero or below its discounts.
 */
export function fitGroup(
  stock: Stock,
  group: StockGroup,
  amount: Halalas,
): { lines: ReadonlyMap<number, Parts>; basket: readonly AllowanceCharge[] } {
  const lines = new Map<number, Parts>();
  for (const index of group.lines) {
    const line = stock.lines[index];
    if (line !== undefined && line.quantity > 0n) lines.set(index, line.parts);
  }
  const goods = sumHalalas([...lines.values()].map(amountOf));
  let missing = amount - amountOf({ base: goods, adjustments: group.basket });
  if (missing === 0) return { lines, basket: group.basket };

  /** The amount by which the lines may shrink: the basket's discounts are taken off them. */
  let room = goods - sumHalalas(group.basket.filter(({ charge }) => !charge).map((each) => each.amount));
  const largestFirst = [...lines].sort(([, a], [, b]) => roomIn(b) - roomIn(a));
  for (const [index, parts] of largestFirst) {
    const change = missing > 0 ? missing : -Math.min(-missing, room, roomIn(parts));
    lines.set(index, { ...parts, base: parts.base + change });
    room += change;
    missing -= change;
  }
  for (const [index, parts] of lines) {
    const { adjustments, change } = changeCharges(parts.adjustments, -Math.min(-missing, room));
    lines.set(index, { ...parts, adjustments });
    room += change;
    missing -= change;
  }
  return { lines, basket: changeCharges(group.basket, missing).adjustments };
}

/** A line's full price cannot fall below its discounts. */
function roomIn({ base, adjustments }: Parts): Halalas {
  return base - sumHalalas(adjustments.filter(({ charge }) => !charge).map(({ amount }) => amount));
}

/** Subtracts from charges, each at most down to zero, or adds to the first. */
function changeCharges(adjustments: readonly AllowanceCharge[], by: Halalas) {
  let missing = by;
  const changed = adjustments.map((adjustment) => {
    if (!adjustment.charge) return adjustment;
    const change = Math.max(missing, -adjustment.amount);
    missing -= change;
    return { ...adjustment, amount: adjustment.amount + change };
  });
  return { adjustments: changed, change: by - missing };
}
