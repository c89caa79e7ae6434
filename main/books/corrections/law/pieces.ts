import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { AllowanceCharge } from '../../../document/invoice/invoice.ts';
import { share } from './shares.ts';
import type { BasketShare, SoldLine } from './sold-goods.ts';

/** The cost of some pieces of a line. */
export interface PiecesCost {
  readonly full: Halalas;
  /** Their share of the line's own discounts and charges; none is negative. */
  readonly adjustments: readonly AllowanceCharge[];
  /** Their share of the basket's discounts and charges; none is negative. */
  readonly shares: readonly BasketShare[];
  readonly rounding: Halalas;
  /** After all discounts but without the basket's charges. */
  readonly price: Halalas;
}

/**
 * Returns what those pieces cost that were left of a line before a return, but not after it. The cost of the pieces that
 * are left depends on their number alone, so returns in any order give back the same, and together exactly the line.
 * @param before the pieces in millionths, as `after`
 */
export function costBetween(line: SoldLine, before: bigint, after: bigint): PiecesCost {
  const [more, less] = [costOf(line, before), costOf(line, after)];
  const differences = (of: 'adjustments' | 'shares' | 'others') =>
    more[of].map((amount, index) => amount - (less[of][index] ?? 0));
  const withAmounts = <T extends { amount: Halalas }>(all: readonly T[], amounts: readonly Halalas[]): T[] =>
    all.map((one, index) => ({ ...one, amount: amounts[index] ?? 0 }));
  return {
    full: more.full - less.full,
    adjustments: withAmounts(line.adjustments, differences('adjustments')),
    shares: [
      ...withAmounts(sharesOf(line, true), differences('shares')),
      ...withAmounts(sharesOf(line, false), differences('others')),
    ],
    rounding: more.rounding - less.rounding,
    price: more.price - less.price,
  };
}

const sharesOf = ({ shares, group }: SoldLine, isOwn: boolean) =>
  shares.filter((one) => (one.group === group) === isOwn);

/** Returns the price of some pieces of a line, after all discounts but without the basket's charges. */
export const priceOf = (line: SoldLine, pieces: bigint): Halalas => costOf(line, pieces).price;

function costOf(line: SoldLine, pieces: bigint) {
  const of = line.quantity;
  const part = (whole: Halalas) => share(whole, { part: pieces, of });
  const ofGroup = sharesOf(line, true);
  const steps = [...line.adjustments, ...ofGroup];
  const amounts: Halalas[] = [];
  let [whole, sum] = [line.full, part(line.full)];
  for (const { charge, amount } of steps) {
    // Each sum is a share of the one before it: so no part of a discount or charge is ever negative.
    const next = whole + (charge ? amount : -amount);
    const nextSum = whole === 0 ? part(next) : share(next, { part: BigInt(sum), of: BigInt(whole) });
    amounts.push(Math.abs(nextSum - sum));
    [whole, sum] = [next, nextSum];
  }
  const adjustments = amounts.slice(0, line.adjustments.length);
  const shares = amounts.slice(line.adjustments.length);
  const signed = sumHalalas(
    adjustments.map((amount, index) => (line.adjustments[index]?.charge === true ? amount : -amount)),
  );
  const off = sumHalalas(shares.map((amount, index) => (ofGroup[index]?.charge === true ? 0 : amount)));
  return {
    full: part(line.full),
    adjustments,
    shares,
    others: sharesOf(line, false).map(({ amount }) => part(amount)),
    rounding: part(line.rounding),
    price: part(line.full) + signed - off,
  };
}
