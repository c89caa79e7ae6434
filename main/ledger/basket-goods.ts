import { listedAtMost, type Removal, type RemovedLine } from '../../shared/beside.ts';
import { Exact, roundToHalalas, sumHalalas } from '../../shared/money.ts';

/** A line of a basket as the screen shows it; what is typed may be incomplete. */
export interface GoodsLine {
  /** Stays the same for the life of the line. */
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  /** For one piece; absent while there is none. */
  readonly price?: string | undefined;
  readonly barcode?: string | undefined;
}

/** The lines of a basket, and those that left it. */
export interface Goods {
  readonly here: readonly GoodsLine[];
  /** Lines with a price that are no longer there and did not come back. */
  readonly gone: readonly GoodsLine[];
  /** True while the goods wait for a correction that has the screen: its document is not theirs. */
  readonly isAside?: boolean;
}

export const noGoods: Goods = { here: [], gone: [] };

type Sold = Pick<GoodsLine, 'name' | 'quantity' | 'barcode'> & { readonly unitPrice: string };

/**
 * Follows a basket to its next state. A line is gone when its key is, or when it has another barcode. It is back when
 * its key is, or when as much of the same goods came in at the same price: undone, scanned again, or merged into
 * another line.
 */
export function follow({ here, gone }: Goods, next: readonly GoodsLine[]): Goods {
  const before = new Map(here.map((line) => [line.key, line]));
  const kept = next.map((line) => withKnown(line, before.get(line.key)));
  const present = new Map(kept.map((line) => [line.key, line]));
  const left = [...gone, ...here.filter(hasPrice)].filter((line) => !isSameLine(line, present.get(line.key)));
  const came = kept.map((line) => ({ line, more: rise(line, before.get(line.key)) }));
  const stillGone = left.filter((line) => {
    const source = came.find((one) => isSameGoods(one.line, line) && one.more.gte(quantityOf(line)));
    if (source !== undefined) source.more = source.more.minus(quantityOf(line));
    return source === undefined;
  });
  return { here: kept, gone: stillGone };
}

/**
 * Returns the lines of a basket that are not in its sale: those that are gone, and those that vanished between the last
 * known state and the sale. Corrected names and prices count as the same line.
 */
export function missingFrom({ here, gone, isAside }: Goods, sold: readonly Sold[]): readonly GoodsLine[] {
  if (isAside === true) return [];
  const rest = [...here];
  const take = (isIt: (line: GoodsLine) => boolean): boolean => {
    const index = rest.findIndex(isIt);
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  };
  const unnamed = sold.filter((line) => !take((one) => isSameName(one, line)));
  const unknown = unnamed.filter(({ unitPrice }) => !take(({ price }) => isSamePrice(price, unitPrice)));
  return [...gone, ...rest.slice(unknown.length).filter(hasPrice)];
}

/** Sums removed lines up; undefined when there are none. */
export function removalOf(lines: readonly GoodsLine[]): Removal | undefined {
  if (lines.length === 0) return undefined;
  const removed = lines.map(toRemoved);
  return {
    lines: removed.slice(0, listedAtMost),
    count: removed.length,
    total: sumHalalas(removed.map(({ total }) => total)),
  };
}

export const hasPrice = ({ price }: GoodsLine): boolean => decimal(price)?.gt(0) === true;

function toRemoved({ name, barcode = '', quantity, price = '0' }: GoodsLine): RemovedLine {
  const each = decimal(price) ?? new Exact(0);
  const total = each.times(quantityOf({ quantity }));
  return { name: name === '' ? barcode : name, quantity, price, total: roundToHalalas(total) };
}

/** A price or a name that is being typed anew stays known until the next one is complete. */
function withKnown(line: GoodsLine, known: GoodsLine | undefined): GoodsLine {
  if (known === undefined || !isSameLine(line, known)) return line;
  return {
    ...line,
    name: line.name === '' ? known.name : line.name,
    price: hasPrice(line) ? line.price : known.price,
  };
}

/** A line that gets a code, or loses it, is the same; with another code it has other goods. */
function isSameLine(one: GoodsLine, other: GoodsLine | undefined): boolean {
  if (one.key !== other?.key) return false;
  return one.barcode === undefined || other.barcode === undefined || one.barcode === other.barcode;
}

/** Returns how much of a line's goods came in since the state before. */
function rise(line: GoodsLine, known: GoodsLine | undefined): Exact {
  const quantity = quantityOf(line);
  return known !== undefined && isSameGoods(line, known) ? quantity.minus(quantityOf(known)) : quantity;
}

const isSameGoods = (one: GoodsLine, other: GoodsLine): boolean =>
  isSameName(one, other) && isSamePrice(one.price, other.price);

function isSameName(one: Pick<GoodsLine, 'name' | 'barcode'>, other: Pick<GoodsLine, 'name' | 'barcode'>) {
  if (one.barcode !== undefined && other.barcode !== undefined) return one.barcode === other.barcode;
  return folded(one.name) === folded(other.name);
}

const folded = (name: string) => name.trim().toLowerCase();

function isSamePrice(one: string | undefined, other: string | undefined): boolean {
  const [left, right] = [decimal(one), decimal(other)];
  return left === undefined || right === undefined ? left === right : left.eq(right);
}

/** A quantity that is no number counts as one piece. */
const quantityOf = ({ quantity }: Pick<GoodsLine, 'quantity'>): Exact => decimal(quantity) ?? new Exact(1);

function decimal(text: string | undefined): Exact | undefined {
  return text !== undefined && /^\d{1,11}(\.\d{1,10})?$/.test(text) ? new Exact(text) : undefined;
}
