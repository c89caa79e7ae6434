import type { Issue } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Vat } from '../../../../shared/sale/sale-line.ts';
import { Exact, type Halalas, halalasToText, sumHalalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import type { VatGroup } from '../../../document/invoice/amounts/vat-groups.ts';
import { keyOf } from './document-taxes.ts';
import { bringsBack, inPrices, type Remaining } from './goods-left.ts';
import { priceOf } from './pieces.ts';
import { refuse } from './refuse.ts';
import { share } from './shares.ts';
import { quantityText, type SoldLine, soldGoods } from './sold-goods.ts';

/**
 * Checks the lines of a note that name a line of its invoice (`correctsLine`). The VAT must match. A credit note's line
 * that brings goods back takes at most the pieces that are left, each at most at what is left of its price; any other
 * takes at most the money that is left of the line.
 * @param remaining what is left of the invoice before the note
 * @throws FailureError `bad-input` `corrects-line-unknown`, `line-vat-differs`, `returned-too-much`, `price-above-sold`
 */
export function limitLines(note: Sale, sold: Sale, remaining: Remaining): void {
  if (note.lines.every(({ correctsLine }) => correctsLine === undefined)) return;
  for (const [index, { correctsLine, vat }] of note.lines.entries()) {
    if (correctsLine === undefined) continue;
    const line = sold.lines[correctsLine - 1];
    if (line === undefined) {
      const limit = sold.lines.length;
      refuse(
        ['lines', index, 'correctsLine'],
        'corrects-line-unknown',
        `must be at most ${limit}, the lines of the invoice`,
        { limit },
      );
    }
    if (keyOf(vat) !== keyOf(line.vat) || vat.reason !== line.vat.reason) {
      const value = vatText(line.vat);
      refuse(['lines', index, 'vat'], 'line-vat-differs', `must be ${value}, as on the invoice`, { value });
    }
  }
  if (note.kind !== 'creditNote') return;
  const takings = takingsOf(note, remaining);
  const left = limitPieces(takings, remaining);
  limitMoney(takings, remaining, left);
  limitCharges(note, sold);
}

const vatText = ({ category, rate, reason }: Vat) =>
  reason === undefined ? `${category} ${rate} %` : `${category} ${rate} % ${reason}`;

/** A line of a note, and the line of the invoice that it takes from. */
interface Taking {
  readonly path: Issue['path'];
  readonly place: number;
  readonly sold: SoldLine;
  readonly quantity: bigint;
  /** In the note's prices. */
  readonly price: Halalas;
  readonly inNote: (amount: Exact) => Halalas;
  readonly brings: boolean;
  /** The hundredths by which the note's own discounts may move its lines. */
  readonly slack: 0 | 1;
}

function takingsOf(note: Sale, { goods }: Remaining): Taking[] {
  const noted = soldGoods(note);
  return noted.lines.flatMap(({ line, quantity, price, group, shares }, index) => {
    const place = (line.correctsLine ?? 0) - 1;
    const sold = goods.lines[place];
    const rate = noted.groups[group]?.rate;
    if (sold === undefined || rate === undefined) return [];
    const inSale = inPrices(price, rate, { from: note.prices, to: goods.prices });
    return {
      path: ['lines', index],
      place,
      sold,
      quantity,
      price,
      inNote: (amount) => inPrices(amount, rate, { from: goods.prices, to: note.prices }),
      brings: bringsBack(line, quantity, inSale, sold),
      slack: shares.length > 0 ? 1 : 0,
    };
  });
}

/** @returns what is left of each line after the pieces */
function limitPieces(takings: readonly Taking[], { lines }: Remaining): { quantity: bigint; off: Halalas }[] {
  const left = lines.map((line) => ({ ...line }));
  let [sum, most] = [0, 0];
  for (const { path, place, sold, quantity, price, inNote, brings, slack } of takings) {
    const rest = left[place];
    if (!brings || rest === undefined) continue;
    if (quantity > rest.quantity) {
      const limit = quantityText(rest.quantity);
      refuse([...path, 'quantity'], 'returned-too-much', `must be at most ${limit}`, { limit });
    }
    const off = rest.off - share(rest.off, { part: rest.quantity - quantity, of: rest.quantity });
    const worth = new Exact(sold.price).times(quantity.toString()).dividedBy(sold.quantity.toString());
    // The roundings of the terminal's own return may be a halala above that.
    const given = priceOf(sold, rest.quantity) - priceOf(sold, rest.quantity - quantity);
    const limit = inNote(Exact.max(0, Exact.max(worth, given).minus(off)));
    sum += price;
    most += limit;
    if (price > limit + slack) refusePrice([...path, 'unitPrice'], limit);
    rest.quantity -= quantity;
    rest.off -= off;
  }
  const [first] = takings;
  if (first !== undefined && sum > most) refusePrice([...first.path, 'unitPrice'], most);
  return left;
}

function limitMoney(
  takings: readonly Taking[],
  { goods }: Remaining,
  left: { quantity: bigint; off: Halalas }[],
): void {
  const taken = new Map<number, Halalas>();
  for (const { path, place, price, inNote, brings, slack } of takings) {
    const [sold, rest] = [goods.lines[place], left[place]];
    if (brings || sold === undefined || rest === undefined) continue;
    const before = taken.get(place) ?? 0;
    const money = priceOf(sold, rest.quantity) - rest.off;
    const limit = Math.max(0, inNote(new Exact(money)) - before);
    if (price > limit + slack) refusePrice([...path, 'unitPrice'], limit);
    taken.set(place, before + price);
  }
}

/** A note that names all its lines gives back at most what was charged. */
function limitCharges(note: Sale, sold: Sale): void {
  if (!note.lines.every(({ correctsLine }) => correctsLine !== undefined)) return;
  const prices = { from: sold.prices, to: note.prices };
  const limit = sumHalalas(readBasket(sold).map((group) => inPrices(chargesOf(group), group.rate, prices)));
  if (sumHalalas(readBasket(note).map(chargesOf)) > limit) refusePrice(['charges'], limit);
}

const chargesOf = ({ adjustments }: VatGroup) =>
  sumHalalas(adjustments.filter(({ charge }) => charge).map(({ amount }) => amount));

function refusePrice(path: Issue['path'], most: Halalas): never {
  const limit = halalasToText(most);
  return refuse(path, 'price-above-sold', `must come to at most ${limit}`, { limit });
}
