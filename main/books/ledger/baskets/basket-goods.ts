import { listedAtMost, type Removal, type RemovedLine } from '../../../../shared/sale/sale-facts.ts';
import { Exact, type Halalas, roundToHalalas, sumHalalas } from '../../../../shared/values/money.ts';

/** A line of a basket on the screen; it may be incomplete while it is typed. */
export interface GoodsLine {
  /** A key that stays the same for the life of the line. */
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly price?: string | undefined;
  readonly barcode?: string | undefined;
  readonly unit?: string | undefined;
  /** True for a part that was removed from a line by lowering its quantity. */
  readonly isPart?: boolean | undefined;
}

/** The lines of a basket, and those that were removed. */
export interface Goods {
  readonly here: readonly GoodsLine[];
  /** The lines with a price, and parts of lines, that were removed and not added again. */
  readonly gone: readonly GoodsLine[];
  /** True while a correction occupies the screen; the correction's document is not about these goods. */
  readonly isAside?: boolean;
}

export const noGoods: Goods = { here: [], gone: [] };

/** Returns the number of pieces; a weighed or measured line counts as one. */
export function piecesIn(lines: readonly GoodsLine[]): number {
  const pieces = lines.map(({ quantity, unit = 'PCE' }) =>
    unit === 'PCE' && /^\d{1,6}$/.test(quantity) ? Number(quantity) : 1,
  );
  return pieces.reduce((sum, each) => sum + each, 0);
}

type Sold = Pick<GoodsLine, 'name' | 'quantity' | 'barcode'> & { readonly unitPrice: string };

/**
 * Follows a basket to its next state. A line is removed when its key is missing or it has another barcode; a part of it
 * is removed when its quantity is lower. It is restored when its key is back, or to the extent that the same goods were
 * added at the same price: by undo, by another scan, or by merging into another line.
 */
export function follow({ here, gone }: Goods, next: readonly GoodsLine[]): Goods {
  const before = new Map(here.map((line) => [line.key, line]));
  const kept = next.map((line) => withKnown(line, before.get(line.key)));
  const present = new Map(kept.map((line) => [line.key, line]));
  const isHere = (line: GoodsLine) => isSameLine(line, present.get(line.key));
  const undone = new Map(gone.filter(isHere).map((line) => [line.key, line]));
  const left = [...gone, ...here.filter(hasPrice)].filter((line) => !isHere(line));
  const parts = kept.flatMap((line) => partsOf(before.get(line.key), line));
  const risen = kept.map((line) => ({
    line,
    more: rise(line, before.get(line.key) ?? undone.get(line.key)),
  }));
  const stillGone = withParts(left, parts).flatMap((line) => {
    const all = quantityOf(line);
    let rest = all;
    for (const source of risen.filter((one) => isSameGoods(one.line, line))) {
      const back = Exact.min(rest, source.more);
      source.more = source.more.minus(back);
      rest = rest.minus(back);
    }
    if (rest.isZero()) return [];
    return rest.eq(all) ? line : { ...line, quantity: rest.toFixed() };
  });
  return { here: kept, gone: stillGone };
}

/**
 * Returns the part that a lower quantity removes from a line; it has a key that no line has, so that only the same
 * goods can restore it.
 */
function partsOf(
  existing: GoodsLine | undefined,
  line: Pick<GoodsLine, 'key' | 'quantity' | 'barcode'>,
): GoodsLine[] {
  if (existing === undefined || !hasPrice(existing) || !isSameLine({ ...existing, ...line }, existing))
    return [];
  const less = decimal(existing.quantity)?.minus(decimal(line.quantity) ?? existing.quantity);
  if (less === undefined || !less.gt(0)) return [];
  return [{ ...existing, key: `${existing.key} in part`, quantity: less.toFixed(), isPart: true }];
}

/** Adds parts to the removed goods; those of one line and price become one part. */
function withParts(gone: readonly GoodsLine[], parts: readonly GoodsLine[]): readonly GoodsLine[] {
  const all = [...gone];
  for (const part of parts) {
    const index = all.findIndex((line) => line.key === part.key && isSameGoods(line, part));
    const before = all[index];
    if (before === undefined) all.push(part);
    else all[index] = { ...part, quantity: quantityOf(before).plus(quantityOf(part)).toFixed() };
  }
  return all;
}

/**
 * Returns the lines of a basket that are not in its sale, and parts of lines: the removed ones, and those that
 * disappeared between the last known state and the sale. Corrected names and prices count as the same line.
 */
export function missingFrom({ here, gone, isAside }: Goods, sold: readonly Sold[]): readonly GoodsLine[] {
  if (isAside === true) return [];
  const rest = [...here];
  const parts: GoodsLine[] = [];
  const take = (line: Sold, ...ways: ((one: GoodsLine) => boolean)[]): boolean => {
    const index = ways.map((isIt) => rest.findIndex(isIt)).find((found) => found >= 0);
    if (index === undefined) return false;
    const [existing] = rest.splice(index, 1);
    if (existing !== undefined)
      parts.push(...partsOf(existing, { key: existing.key, quantity: line.quantity }));
    return true;
  };
  const unnamed = sold.filter((line) => {
    const isIt = (one: GoodsLine) => isSameName(one, line);
    // Two lines may have the same goods, and the line whose quantity is unchanged matches itself.
    return !take(line, (one) => isIt(one) && quantityOf(one).eq(quantityOf(line)), isIt);
  });
  const unknown = unnamed.filter((line) => !take(line, ({ price }) => isSamePrice(price, line.unitPrice)));
  return [...withParts(gone, parts), ...rest.slice(unknown.length).filter(hasPrice)];
}

/** Returns the sum of the lines' prices, in halalas, before discounts. */
export const worthOf = (lines: readonly GoodsLine[]): Halalas =>
  sumHalalas(lines.filter(hasPrice).map((line) => toRemoved(line).total));

/** Adds up removed lines; undefined when there are none. */
export function removalOf(lines: readonly GoodsLine[]): Removal | undefined {
  if (lines.length === 0) return undefined;
  const removed = lines.map(toRemoved);
  return {
    lines: removed.slice(0, listedAtMost),
    count: removed.length,
    total: sumHalalas(removed.map(({ total }) => total)),
  };
}

/**
 * Returns the removed goods that are not among others of the same name and price; undefined when there are none. Goods
 * that the record does not list count as removed.
 */
export function leftOf(
  { lines = [], count = 0, total = 0 }: Partial<Removal>,
  others: readonly Pick<GoodsLine, 'name' | 'quantity' | 'price' | 'barcode'>[],
): Pick<Removal, 'count' | 'total'> | undefined {
  const sources = others.map((other) => ({ other, more: quantityOf(other) }));
  const left = lines.map((line) => {
    let rest = quantityOf(line);
    for (const source of sources.filter(({ other }) => isRemoved(other, line))) {
      const found = Exact.min(rest, source.more);
      source.more = source.more.minus(found);
      rest = rest.minus(found);
    }
    return rest.isZero() ? [] : toRemoved({ ...line, key: '', quantity: rest.toFixed() });
  });
  const found = left.filter((line) => Array.isArray(line)).length;
  if (lines.length > 0 && found === count) return undefined;
  const sum = (all: readonly { readonly total: number }[]) => sumHalalas(all.map((line) => line.total));
  return { count: count - found, total: total - sum(lines) + sum(left.flat()) };
}

/** If a removed line has no name, its barcode is used as the name. */
const isRemoved = (
  other: Pick<GoodsLine, 'name' | 'price' | 'barcode'>,
  { name, price }: Pick<RemovedLine, 'name' | 'price'>,
): boolean =>
  isSamePrice(other.price, price) && (isSameName({ name }, other) || (other.barcode ?? '') === name);

export const hasPrice = ({ price }: GoodsLine): boolean => decimal(price)?.gt(0) === true;

function toRemoved({ name, barcode = '', quantity, price = '0', isPart }: GoodsLine): RemovedLine {
  const each = decimal(price) ?? new Exact(0);
  const total = each.times(quantityOf({ quantity }));
  return {
    name: name === '' ? barcode : name,
    quantity,
    price,
    total: roundToHalalas(total),
    ...(isPart && { isPart }),
  };
}

/** While a price, a name or a quantity is being typed again, the last value counts until the new one is complete. */
function withKnown(line: GoodsLine, existing: GoodsLine | undefined): GoodsLine {
  if (existing === undefined || !isSameLine(line, existing)) return line;
  return {
    ...line,
    name: line.name === '' ? existing.name : line.name,
    quantity: decimal(line.quantity) === undefined ? existing.quantity : line.quantity,
    price: hasPrice(line) ? line.price : existing.price,
  };
}

/** A line that gets or loses a code is still the same line; with a different code it is about different goods. */
function isSameLine(one: GoodsLine, other: GoodsLine | undefined): boolean {
  if (one.key !== other?.key) return false;
  return one.barcode === undefined || other.barcode === undefined || one.barcode === other.barcode;
}

/** Returns the quantity of a line's goods that was added since the previous state. */
function rise(line: GoodsLine, existing: GoodsLine | undefined): Exact {
  const quantity = quantityOf(line);
  if (existing === undefined || !isSameGoods(line, existing)) return quantity;
  return Exact.max(0, quantity.minus(quantityOf(existing)));
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

/** A quantity that is not a number counts as one piece. */
const quantityOf = ({ quantity }: Pick<GoodsLine, 'quantity'>): Exact => decimal(quantity) ?? new Exact(1);

function decimal(text: string | undefined): Exact | undefined {
  return text !== undefined && /^\d{1,11}(\.\d{1,10})?$/.test(text) ? new Exact(text) : undefined;
}
