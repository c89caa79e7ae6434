import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import type { Vat } from '../../../../shared/sale/sale-line.ts';
import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import { inOneText } from '../../../../shared/words/both.ts';
import { documentTexts } from '../../../../shared/words/document-texts.ts';
import { signed } from '../../../document/invoice/amounts/adjustments.ts';
import type { AllowanceCharge } from '../../../document/invoice/invoice.ts';
import type { Remaining } from './goods-left.ts';
import { costBetween } from './pieces.ts';
import { share } from './shares.ts';
import type { BasketShare, SoldGoods, SoldLine } from './sold-goods.ts';

/** Pieces of a line that come back, and what they give back. */
export interface TakenLine {
  readonly quantity: bigint;
  readonly full: Halalas;
  /** The share of the line's own discounts and charges; none is negative. */
  readonly adjustments: readonly AllowanceCharge[];
  /** The money that notes took off these pieces before. */
  readonly off: Halalas;
}

export interface TakenGoods {
  readonly lines: readonly TakenLine[];
  readonly basket: readonly { readonly vat: Vat; readonly adjustment: AllowanceCharge }[];
  readonly rounding: Halalas;
}

/**
 * Takes pieces of what is left. What a line's pieces are worth depends on how many are left of it and on nothing else:
 * so returns in any order give back the same, and together exactly what was paid.
 * @param quantities millionths for each line, at most its remainder
 */
export function takeGoods({ goods, lines, groups }: Remaining, quantities: readonly bigint[]): TakenGoods {
  const whole = goods.lines.map((line, index) => {
    const left = lines[index]?.quantity ?? 0n;
    const after = left - (quantities[index] ?? 0n);
    const off = (lines[index]?.off ?? 0) - share(lines[index]?.off ?? 0, { part: after, of: left });
    return takePart(line, { left, after, off });
  });
  // A note divides its basket's discount in proportion to its lines, which this money changes.
  const parts = whole.some(({ line: { off } }) => off > 0)
    ? whole.map((part, index) => discountedAlone(part, goods, index))
    : whole;
  const basket = goods.groups.map(({ vat, adjustments }, group) => {
    const amounts = adjustments.map((_, position) =>
      sumHalalas(
        parts.flatMap(({ shares }) =>
          shares
            .filter((one) => one.group === group && one.position === position)
            .map(({ amount }) => amount),
        ),
      ),
    );
    const taken = adjustments.map((adjustment, position) => ({
      ...adjustment,
      amount: amounts[position] ?? 0,
    }));
    const ofGoods = sumHalalas(
      parts.filter((_, index) => goods.lines[index]?.group === group).map(({ amount }) => amount),
    );
    return { vat, adjustments: within(taken, ofGoods, groups[group]?.room ?? 0) };
  });
  return {
    lines: parts.map(({ line }) => line),
    basket: basket.flatMap(({ vat, adjustments }) => adjustments.map((adjustment) => ({ vat, adjustment }))),
    rounding: sumHalalas(parts.map(({ rounding }) => rounding)),
  };
}

/** States the share of the basket's discounts at the line itself, if there is room for it. */
function discountedAlone(part: Part, { lines, groups }: SoldGoods, index: number): Part {
  const group = lines[index]?.group;
  const discountShares = part.shares.filter((one) => one.group === group && !one.charge);
  const discounts = discountShares.flatMap(({ group: of, position, amount }): AllowanceCharge[] => {
    const adjustment = groups[of]?.adjustments[position];
    return adjustment === undefined ? [] : [{ ...adjustment, amount, vat: undefined }];
  });
  const adjustments = [...part.line.adjustments, ...discounts];
  // There may be two more: the money that was taken off, and the rounding of the price.
  if (adjustments.length + 2 > saleLimits.adjustments) return part;
  return {
    ...part,
    line: { ...part.line, adjustments },
    amount: part.amount - sumHalalas(discountShares.map(({ amount }) => amount)),
    shares: part.shares.filter((one) => !discountShares.includes(one)),
  };
}

const earlier = inOneText(documentTexts.creditedEarlier);

/** Takes off what is more than the money left: of the goods by a discount, then of the charges. */
function within(
  adjustments: readonly AllowanceCharge[],
  goods: Halalas,
  room: Halalas,
): readonly AllowanceCharge[] {
  const amount = goods + sumHalalas(adjustments.map(signed));
  let excess = amount - Math.max(0, room);
  if (excess <= 0) return adjustments;
  const discounted = sumHalalas(adjustments.map(({ charge, amount: off }) => (charge ? 0 : off)));
  const off = Math.min(excess, goods - discounted);
  excess -= off;
  const cut = adjustments.map((adjustment) => {
    if (!adjustment.charge || excess === 0) return adjustment;
    const less = Math.min(excess, adjustment.amount);
    excess -= less;
    return { ...adjustment, amount: adjustment.amount - less };
  });
  return off === 0 ? cut : [...cut, { charge: false, amount: off, reason: earlier }];
}

interface Part {
  readonly line: TakenLine;
  /** The amount before the basket's discounts and charges. */
  readonly amount: Halalas;
  readonly shares: readonly BasketShare[];
  readonly rounding: Halalas;
}

function takePart(line: SoldLine, { left, after, off }: { left: bigint; after: bigint; off: Halalas }): Part {
  const { full, adjustments, shares, rounding } = costBetween(line, left, after);
  const quantity = left - after;
  const discounted = full - sumHalalas(adjustments.map(({ charge, amount }) => (charge ? 0 : amount)));
  const takenOff = Math.max(0, Math.min(off, discounted));
  return {
    line: { quantity, full, adjustments, off: takenOff },
    amount: full + sumHalalas(adjustments.map(signed)) - takenOff,
    shares,
    rounding,
  };
}
