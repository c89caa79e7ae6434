import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Vat } from '../../../../shared/sale/sale-line.ts';
import { Exact, type Halalas, roundToHalalas, sumHalalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { vatOn } from '../../../document/invoice/amounts/vat-breakdown.ts';
import type { VatGroup } from '../../../document/invoice/amounts/vat-groups.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import { amountOf, type Fraction, type Parts, share, split } from './parts.ts';

/*
 * The goods of a sale that were not returned yet, and the share of a return.
 *
 * Every return takes its share of the remainder, never of the original sale: so the last one takes the rest, and all
 * returns together equal the sale, regardless of rounding on the way.
 */

export interface StockLine {
  /** The quantity in millionths: the schema's six decimals as a whole number. */
  readonly quantity: bigint;
  readonly parts: Parts;
}

/** The remainder of all lines with the same tax. */
export interface StockGroup {
  /** The key of its VAT group: category, rate and exemption reason. */
  readonly key: string;
  readonly vat: Vat;
  readonly rate: VatRate;
  /** The positions of its lines in the sale. */
  readonly lines: readonly number[];
  /** Discounts and charges of the basket, in addition to its lines. */
  readonly basket: Parts['adjustments'];
  readonly prices: Sale['prices'];
  /** The customer's price for the group, with VAT, before any rounding. */
  readonly worth: Halalas;
}

export interface Stock {
  readonly lines: readonly StockLine[];
  readonly groups: readonly StockGroup[];
  readonly rounding: Halalas;
}

export const millionths = (quantity: string): bigint =>
  BigInt(new Exact(quantity).times(1_000_000).toFixed());
export const quantityText = (quantity: bigint): string =>
  new Exact(quantity.toString()).dividedBy(1_000_000).toFixed();

/** Makes the full stock of a sale. @throws FailureError `bad-input` for a sale that cannot become a document */
export function stockOf(sale: Sale): Stock {
  const groups = readBasket(sale);
  const lines: StockLine[] = [];
  for (const group of groups)
    for (const { index, line, fullAmount, adjustments } of group.lines)
      lines[index] = { quantity: millionths(line.quantity), parts: { base: fullAmount, adjustments } };
  return {
    lines,
    groups: groups.map((group) => ({
      vat: group.vat,
      key: group.key,
      rate: group.rate,
      lines: group.lines.map(({ index }) => index),
      basket: group.adjustments,
      prices: sale.prices,
      worth: worthOf(sale, group),
    })),
    rounding: roundToHalalas(sale.payableRounding ?? 0),
  };
}

function worthOf(
  { prices }: Pick<Sale, 'prices'>,
  { amount, rate }: Pick<VatGroup, 'amount' | 'rate'>,
): Halalas {
  return prices === 'includeVat' ? amount : amount + vatOn(amount, rate);
}

/** A return's part of a group: the lines' parts are in the stock taken. */
export interface Taken {
  readonly taken: Stock;
  readonly left: Stock;
}

/**
 * Takes quantities out of a stock.
 *
 * The ledger's notes are counted by repeating this. So if this code changed, notes issued before would look foreign,
 * and their invoices could no longer be returned on the screen.
 * @param quantities millionths for each line, at most its remainder
 */
export function take(stock: Stock, quantities: readonly bigint[]): Taken {
  const lines = stock.lines.map(({ quantity, parts }, index) => {
    const part = quantities[index] ?? 0n;
    const pieces = split(parts, { part, of: quantity });
    return {
      taken: { quantity: part, parts: pieces.taken },
      left: { quantity: quantity - part, parts: pieces.left },
    };
  });
  const isAll = lines.every(({ left }) => left.quantity === 0n);
  /** The fraction of the remainder; discounts and charges of free goods go with the last piece. */
  const fraction = (part: Halalas, of: Halalas): Fraction =>
    of === 0 ? { part: isAll ? 1n : 0n, of: 1n } : { part: BigInt(part), of: BigInt(of) };
  const goods = (indexes: readonly number[], side: 'taken' | 'left') =>
    sumHalalas(indexes.map((index) => amountOf(lines[index]?.[side].parts ?? { base: 0, adjustments: [] })));
  const all = lines.map((_, index) => index);

  const groups = stock.groups.map((group) => {
    // A charge with another tax than any line is refunded in proportion to all goods.
    const among = group.lines.length > 0 ? group.lines : all;
    const [goodsTaken, goodsLeft] = [goods(among, 'taken'), goods(among, 'left')];
    const base = group.lines.length > 0 ? goodsTaken + goodsLeft : 0;
    const before = { base, adjustments: group.basket };
    const pieces = split(before, fraction(goodsTaken, goodsTaken + goodsLeft));
    // The goods that stay keep their own VAT and the return gets the rest, so that no rounding remains.
    const worthLeft = worthOf(group, { amount: amountOf(pieces.left), rate: group.rate });
    return {
      taken: { ...group, basket: pieces.taken.adjustments, worth: group.worth - worthLeft },
      left: { ...group, basket: pieces.left.adjustments, worth: worthLeft },
    };
  });
  const worth = sumHalalas(groups.map(({ taken }) => taken.worth));
  const worthLeft = sumHalalas(groups.map(({ left }) => left.worth));
  const rounding = share(stock.rounding, fraction(worth, worth + worthLeft));
  return {
    taken: {
      lines: lines.map(({ taken }) => taken),
      groups: groups.map(({ taken }) => taken),
      rounding,
    },
    left: {
      lines: lines.map(({ left }) => left),
      groups: groups.map(({ left }) => left),
      rounding: stock.rounding - rounding,
    },
  };
}

/** Adds up a group of a stock, with or without VAT like the sale's prices. */
export function groupAmount(stock: Stock, { lines, basket }: StockGroup): Halalas {
  const goods = lines.map((index) => amountOf(stock.lines[index]?.parts ?? { base: 0, adjustments: [] }));
  return amountOf({ base: sumHalalas(goods), adjustments: basket });
}

/** Returns the customer's refund for a stock. */
export function payableOf({ groups, rounding }: Stock): Halalas {
  return sumHalalas(groups.map(({ worth }) => worth)) + rounding;
}
