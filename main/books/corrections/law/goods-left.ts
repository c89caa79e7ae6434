import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SaleLine } from '../../../../shared/sale/sale-line.ts';
import { Exact, type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { type Tax, type TaxRow, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import { keyOf } from './document-taxes.ts';
import { priceOf } from './pieces.ts';
import { share } from './shares.ts';
import { roundingOf, type SoldGoods, type SoldLine, soldGoods } from './sold-goods.ts';

/** The parts of an issued credit note that counting needs. */
export interface IssuedNote {
  readonly sale: Sale;
  /** The VAT breakdown stated on it. */
  readonly taxes: readonly TaxRow[];
  /**
   * Returns the line of the sale, from 1, that the note calls by this number. The note may have named a rejected
   * document, whose lines had other places. Absent if the places are the same.
   */
  readonly lineOf?: (line: number) => number | undefined;
  /** The rejected document that the note named, by whose prices it says whether goods came back. */
  readonly named?: Sale | undefined;
}

/** The remainder of a sale: pieces and money are two things. */
export interface Remaining {
  readonly goods: SoldGoods;
  readonly lines: readonly LineLeft[];
  /** The money left of each VAT group. */
  readonly groups: readonly GroupLeft[];
  /** The sale's rounding for cash, less that of its notes. */
  readonly rounding: Halalas;
}

export interface LineLeft {
  /** The pieces that did not come back, in millionths. */
  readonly quantity: bigint;
  /** The money that notes took off these pieces, while they stayed with the customer. */
  readonly off: Halalas;
}

/** The money left of a VAT group, and its tax. */
export interface GroupLeft extends Tax {
  /** With or without VAT like the sale's prices. */
  readonly amount: Halalas;
  /** The amount less what notes on several invoices took off. */
  readonly room: Halalas;
}

/**
 * Counts what is left of a sale. Only sums count: the order of the notes means nothing.
 * @param notes its effective credit notes
 */
export function countReturns(sale: Sale, notes: readonly IssuedNote[]): Remaining {
  const goods = soldGoods(sale);
  const sums = goods.lines.map((): LineSums => ({ back: 0n, off: 0, spared: 0 }));
  const alone = notes.filter((note) => note.sale.corrects?.length === 1);
  const named = alone.map((note) => linesNamed(goods, note));
  for (const line of named.flat()) addTo(sums, line);
  addUnnamed(named.flat(), sums, goods);
  return {
    goods,
    lines: goods.lines.map((line, index) => leftOf(line, sums[index] ?? { back: 0n, off: 0, spared: 0 })),
    groups: groupsLeft(sale, goods, notes),
    rounding: roundingOf(sale) - sumHalalas(alone.map((note) => roundingOf(note.sale))),
  };
}

/**
 * Returns the pieces of each line, in millionths, that notes name as brought back beyond those that were sold; zero
 * where nothing is wrong.
 */
export function piecesBeyondSold(sale: Sale, notes: readonly IssuedNote[]): readonly bigint[] {
  const goods = soldGoods(sale);
  const sums = goods.lines.map((): LineSums => ({ back: 0n, off: 0, spared: 0 }));
  const alone = notes.filter((note) => note.sale.corrects?.length === 1);
  for (const line of alone.flatMap((note) => linesNamed(goods, note))) addTo(sums, line);
  return goods.lines.map(({ quantity }, index) => {
    const { back = 0n } = sums[index] ?? {};
    return back > quantity ? back - quantity : 0n;
  });
}

interface LineSums {
  back: bigint;
  /** The money taken off without pieces. */
  off: Halalas;
  /** The amount by which pieces that came back gave back less than their price. */
  spared: Halalas;
}

/** A line of a note. */
interface NoteLine {
  readonly line: SaleLine;
  readonly quantity: bigint;
  /** The position of the line of the sale that it names. */
  readonly of: number | undefined;
  /** The line that it names, in the document that the note named. */
  readonly sold: SoldLine | undefined;
  /** The amount that it gives back, after the note's own discounts, with or without VAT like the sale's prices. */
  readonly price: Halalas;
}

function linesNamed(goods: SoldGoods, { sale, lineOf = (line) => line, named }: IssuedNote): NoteLine[] {
  const noted = soldGoods(sale);
  const before = named === undefined ? goods : soldGoods(named);
  return noted.lines.map(({ line, quantity, price, group }) => {
    const place = line.correctsLine === undefined ? undefined : lineOf(line.correctsLine);
    const isKnown = place !== undefined && goods.lines[place - 1] !== undefined;
    const rate = noted.groups[group]?.rate ?? { category: 'S', rate: '0' };
    return {
      line,
      quantity,
      of: isKnown ? place - 1 : undefined,
      sold: before.lines[(line.correctsLine ?? 0) - 1],
      price: inPrices(price, rate, { from: sale.prices, to: before.prices }),
    };
  });
}

/** Converts an amount with or without VAT, rounded up. */
export function inPrices(
  amount: Halalas | Exact,
  { rate }: Pick<VatRate, 'rate'>,
  { from, to }: { from: Sale['prices']; to: Sale['prices'] },
): Halalas {
  const withVat = new Exact(rate).plus(100).dividedBy(100);
  const exact = new Exact(amount)
    .times(to === 'includeVat' ? withVat : 1)
    .dividedBy(from === 'includeVat' ? withVat : 1);
  return exact.toDecimalPlaces(0, Exact.ROUND_UP).toNumber();
}

function addTo(sums: LineSums[], { line, quantity, of = -1, sold, price }: NoteLine): void {
  const sum = sums[of];
  if (sold === undefined || sum === undefined) return;
  if (!bringsBack(line, quantity, price, sold)) {
    sum.off += price;
    return;
  }
  sum.back += quantity;
  const missing = share(sold.price, { part: quantity, of: sold.quantity }) - price;
  if (missing > closeEnough) sum.spared += missing;
}

/** The halalas by which roundings may move the price of a line. */
const closeEnough = 2;

/**
 * Returns true if the pieces of a note's line came back. The line may say so; otherwise they did if it gives back their
 * price. A note below the price takes off money, and the goods stay with the customer.
 */
export function bringsBack(
  { goodsBack }: Pick<SaleLine, 'goodsBack'>,
  quantity: bigint,
  price: Halalas,
  sold: SoldLine,
): boolean {
  return goodsBack ?? isWholePrice(quantity, price, sold);
}

/** Returns true if an amount is the price of some pieces, but for the roundings of a note. */
export function isWholePrice(
  quantity: bigint,
  price: Halalas,
  sold: Pick<SoldLine, 'price' | 'quantity'>,
): boolean {
  const whole = BigInt(sold.price) * quantity;
  const isClose = BigInt(price + closeEnough) * sold.quantity >= whole;
  return isClose && BigInt(price) * sold.quantity * 4n >= whole * 3n;
}

/** Returns true for a note all of whose lines bring goods of a sale back, each for its price. */
export function isReturn(note: Sale, { goods, lines }: Remaining): boolean {
  const sums = lines.map(({ quantity }, index) => ({
    back: (goods.lines[index]?.quantity ?? 0n) - quantity,
    off: 0,
    spared: 0,
  }));
  const noted = linesNamed(goods, { sale: note, taxes: [] });
  return noted.every((one) => {
    const place = one.of ?? placeOf(one, sums, goods);
    const sold = goods.lines[place ?? -1];
    const sum = sums[place ?? -1];
    if (sold === undefined || sum === undefined) return false;
    if (one.of !== undefined) return bringsBack(one.line, one.quantity, one.price, sold);
    sum.back += one.quantity;
    const whole = priceOf(sold, one.quantity);
    return Math.abs(whole - one.price) <= closeEnough && one.line.goodsBack !== false;
  });
}

function placeOf({ line, quantity }: NoteLine, sums: readonly LineSums[], goods: SoldGoods) {
  const likeness = likenessOf(line);
  const place = goods.lines.findIndex((sold, index) => {
    const left = sold.quantity - (sums[index]?.back ?? 0n);
    return quantity <= left && likenessOf(sold.line) === likeness;
  });
  return place < 0 ? undefined : place;
}

/** A line that names none brings back the first equal line with enough left; otherwise it is money alone. */
function addUnnamed(lines: readonly NoteLine[], sums: LineSums[], goods: SoldGoods): void {
  const unnamed = lines.filter(({ of, line }) => of === undefined && line.goodsBack !== false);
  if (unnamed.length === 0) return;
  const places = Map.groupBy(goods.lines.keys(), (place) => likenessOf(goods.lines[place]?.line));
  for (const { line, quantity } of unnamed) {
    const place = places.get(likenessOf(line))?.find((one) => {
      const left = (goods.lines[one]?.quantity ?? 0n) - (sums[one]?.back ?? 0n);
      return quantity <= left;
    });
    const sum = place === undefined ? undefined : sums[place];
    if (sum !== undefined) sum.back += quantity;
  }
}

const likenessOf = (line: SaleLine | undefined): string =>
  JSON.stringify([
    line?.name,
    line?.unit,
    line?.unitPrice,
    line?.vat.category,
    line?.vat.rate,
    line?.barcode,
    line?.sellerItemId,
  ]);

function leftOf(line: SoldLine, { back, off, spared }: LineSums): LineLeft {
  const left = back > line.quantity ? 0n : line.quantity - back;
  return { quantity: left, off: Math.min(Math.max(0, off - spared), priceOf(line, left)) };
}

function groupsLeft(sale: Sale, goods: SoldGoods, notes: readonly IssuedNote[]): GroupLeft[] {
  const noted = notes.map((note) => ({
    isAlone: note.sale.corrects?.length === 1,
    rows: rowsOf(note, sale),
  }));
  const groups = new Map(readBasket(sale).map((group) => [group.key, taxOf(sale, group)]));
  return goods.groups.map(({ key, amount }) => {
    const { taxable, vatAmount } = groups.get(key) ?? { taxable: 0, vatAmount: 0 };
    const rows = (isAlone: boolean) =>
      noted.filter((note) => note.isAlone === isAlone).flatMap((note) => note.rows.get(key) ?? []);
    const ofThis = rows(true);
    const left = amount - sumHalalas(ofThis.map((row) => row.amount));
    return {
      amount: left,
      room: left - sumHalalas(rows(false).map((row) => row.amount)),
      taxable: taxable - sumHalalas(ofThis.map((row) => row.taxable)),
      vatAmount: vatAmount - sumHalalas(ofThis.map((row) => row.vatAmount)),
    };
  });
}

/** Returns the amounts of a note by VAT group, in the sale's prices. */
function rowsOf({ sale, taxes }: IssuedNote, { prices }: Sale): Map<string, Tax & { amount: Halalas }> {
  return new Map(
    readBasket(sale).map((group) => {
      // Without VAT only the sum of the goods is stated, for each reason.
      const stated =
        group.rate.category === 'S' ? taxes.find((row) => keyOf(row) === keyOf(group.rate)) : undefined;
      const { taxable, vatAmount } = stated ?? taxOf(sale, group);
      const other = prices === 'includeVat' ? taxable + vatAmount : taxable;
      const amount = sale.prices === prices ? group.amount : other;
      return [group.key, { amount, taxable, vatAmount }];
    }),
  );
}
