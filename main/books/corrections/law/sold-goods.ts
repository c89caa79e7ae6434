import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SaleLine, Vat } from '../../../../shared/sale/sale-line.ts';
import { Exact, type Halalas, roundToHalalas, sumHalalas } from '../../../../shared/values/money.ts';
import { signed } from '../../../document/invoice/amounts/adjustments.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import type { VatGroup } from '../../../document/invoice/amounts/vat-groups.ts';
import type { AllowanceCharge, VatRate } from '../../../document/invoice/invoice.ts';
import { share } from './shares.ts';

/*
 * The goods of a sale, and what each line of them costs.
 *
 * The shares of the basket's discounts, charges and rounding are fixed when the sale is made, and depend on the lines
 * alone: not on the order of the lines, nor on what comes back first.
 */

export interface SoldLine {
  readonly line: SaleLine;
  /** The quantity in millionths: the schema's six decimals as a whole number. */
  readonly quantity: bigint;
  /** The position of its VAT group. */
  readonly group: number;
  /** The full price, and the line's own discounts and charges in their order. */
  readonly full: Halalas;
  readonly adjustments: readonly AllowanceCharge[];
  /** Its share of each discount and charge of the basket. */
  readonly shares: readonly BasketShare[];
  readonly rounding: Halalas;
  /** The price after all discounts but without the basket's charges: what is left of the goods when nothing came back. */
  readonly price: Halalas;
}

/** A line's share of a discount or charge of the basket, which may be taxed otherwise than the line. */
export interface BasketShare {
  readonly group: number;
  /** The position of the discount or charge in its group. */
  readonly position: number;
  readonly charge: boolean;
  readonly amount: Halalas;
}

/** All lines with the same tax. */
export interface SoldGroup {
  /** Category, rate and exemption reason. */
  readonly key: string;
  readonly vat: Vat;
  readonly rate: VatRate;
  /** The basket's discounts and charges of this tax. */
  readonly adjustments: readonly AllowanceCharge[];
  /** With or without VAT like the sale's prices. */
  readonly amount: Halalas;
}

export interface SoldGoods {
  readonly prices: Sale['prices'];
  readonly lines: readonly SoldLine[];
  readonly groups: readonly SoldGroup[];
}

export const millionths = (quantity: string): bigint =>
  BigInt(new Exact(quantity).times(1_000_000).toFixed());
export const quantityText = (quantity: bigint): string =>
  new Exact(quantity.toString()).dividedBy(1_000_000).toFixed();

const made = new WeakMap<Sale, SoldGoods>();

/** Returns the rounding for cash that a sale or note states. */
export const roundingOf = ({ payableRounding }: Pick<Sale, 'payableRounding'>): Halalas =>
  roundToHalalas(payableRounding ?? 0);

/** Returns the goods of a sale. @throws FailureError `bad-input` for a sale that cannot become a document */
export function soldGoods(sale: Sale): SoldGoods {
  const before = made.get(sale);
  if (before !== undefined) return before;
  const goods = readGoods(sale);
  made.set(sale, goods);
  return goods;
}

function readGoods(sale: Sale): SoldGoods {
  const groups = readBasket(sale);
  const drafts = draftLines(groups);
  const order = orderOf(drafts);
  for (const [group, { lines, adjustments }] of groups.entries()) {
    // A discount or charge with another tax than any line belongs to all goods.
    const isOfLines = lines.length > 0;
    const among = order.filter((draft) => !isOfLines || draft.group === group);
    const rest = new Map(among.map((draft) => [draft, draft.amount]));
    for (const [position, adjustment] of adjustments.entries()) {
      const weights = among.map((draft) => (isOfLines ? rest.get(draft) : draft.amount) ?? 0);
      const amounts = divide(adjustment.amount, weights);
      for (const [index, draft] of among.entries()) {
        const amount = amounts[index] ?? 0;
        if (amount === 0) continue;
        draft.shares.push({ group, position, charge: adjustment.charge, amount });
        rest.set(draft, (rest.get(draft) ?? 0) + (adjustment.charge ? amount : -amount));
        if (isOfLines && !adjustment.charge) draft.price -= amount;
      }
    }
  }
  // Of free goods it follows the charges: on another line it would make one give back more than was paid.
  const isFree = order.every(({ price }) => price === 0);
  const roundings = divide(
    roundingOf(sale),
    order.map((draft) =>
      isFree ? Math.max(0, sumHalalas(draft.shares.map(signed)) + draft.amount) : draft.price,
    ),
  );
  for (const [index, draft] of order.entries()) draft.rounding = roundings[index] ?? 0;
  return {
    prices: sale.prices,
    lines: drafts,
    groups: groups.map(({ key, vat, rate, adjustments, amount }) => ({
      key,
      vat,
      rate,
      adjustments,
      amount,
    })),
  };
}

interface Draft extends SoldLine {
  readonly shares: BasketShare[];
  /** The full price with the line's own discounts and charges. */
  readonly amount: Halalas;
  rounding: Halalas;
  price: Halalas;
}

function draftLines(groups: readonly VatGroup[]): Draft[] {
  const drafts: Draft[] = [];
  for (const [group, { lines }] of groups.entries())
    for (const { index, line, fullAmount, adjustments, amount } of lines)
      drafts[index] = {
        line,
        quantity: millionths(line.quantity),
        group,
        full: fullAmount,
        adjustments,
        shares: [],
        rounding: 0,
        amount,
        price: amount,
      };
  return drafts;
}

/** Dearest first, and lines of one price by what they say, so that their places in the document mean nothing. */
function orderOf(drafts: readonly Draft[]): Draft[] {
  const texts = new Map<Draft, string>();
  const textOf = (draft: Draft) => {
    const text = texts.get(draft) ?? JSON.stringify({ ...draft.line, correctsLine: undefined });
    texts.set(draft, text);
    return text;
  };
  return [...drafts].sort((one, other) => {
    if (one.amount !== other.amount) return other.amount - one.amount;
    const [a, b] = [textOf(one), textOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

/** Divides an amount in proportion to weights; by equal parts if all are zero. */
function divide(whole: Halalas, weights: readonly Halalas[]): Halalas[] {
  if (whole === 0) return weights.map(() => 0);
  const total = sumHalalas(weights);
  const used = total === 0 ? weights.map(() => 1) : weights;
  const of = BigInt(total === 0 ? weights.length : total);
  let sum = 0;
  let before = 0;
  return used.map((weight) => {
    sum += weight;
    const upTo = share(whole, { part: BigInt(sum), of });
    const amount = upTo - before;
    before = upTo;
    return amount;
  });
}

/** Returns what pieces of a line cost before the basket's discounts and charges. */
export const ownAmount = ({ full, adjustments }: Pick<SoldLine, 'full' | 'adjustments'>): Halalas =>
  full + sumHalalas(adjustments.map(signed));
