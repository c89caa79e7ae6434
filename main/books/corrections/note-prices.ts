import { type Issue, parseOrFail } from '../../../shared/failure.ts';
import { type Sale, saleSchema } from '../../../shared/sale/sale.ts';
import { Exact, type Halalas, halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';
import type { VatGroup } from '../../document/invoice/amounts/vat-groups.ts';
import type { VatRate } from '../../document/invoice/invoice.ts';
import { refuse } from './refuse.ts';
import { countReturns, type IssuedNote } from './returns/count-returns.ts';
import { returnNote } from './returns/return-note.ts';
import { millionths } from './returns/stock.ts';

/*
 * Limits the prices of a credit note. A line refunds at most its share of the sold line after discounts; all lines with
 * the same tax, at most their share after the basket's discounts; and charges, at most what was charged. The terminal's
 * own note for the same goods is always accepted: it shifts a price by some halalas if the VAT of all notes together
 * requires it.
 */

/**
 * Checks the prices of a note. @param credits the effective credit notes of the invoice, oldest first
 * @throws FailureError `bad-input` `price-above-sold`
 */
export function refusePrices(note: Sale, sold: Sale, credits: readonly IssuedNote[]): void {
  const found = findAbove(note, sold);
  if (found === undefined || isOwnNote(note, sold, credits)) return;
  const limit = halalasToText(found.limit);
  refuse(found.path, 'price-above-sold', `must come to at most ${limit}`, { limit });
}

interface Above {
  readonly path: Issue['path'];
  readonly limit: Halalas;
}

function findAbove(note: Sale, sold: Sale): Above | undefined {
  const soldGroups = readBasket(sold);
  const groups = readBasket(note);
  for (const group of groups) {
    const soldGroup = soldGroups.find(({ key }) => key === group.key);
    const above = soldGroup && findAboveInGroup({ note, group }, { sold, soldGroup });
    if (above !== undefined) return above;
  }
  if (!note.lines.every(({ correctsLine }) => correctsLine !== undefined)) return undefined;
  const limit = sumHalalas(
    soldGroups.map((group) => inSense(new Exact(chargesOf(group)), sold, note, group.rate)),
  );
  return sumHalalas(groups.map(chargesOf)) > limit ? { path: ['charges'], limit } : undefined;
}

function findAboveInGroup(
  { note, group }: { note: Sale; group: VatGroup },
  { sold, soldGroup }: { sold: Sale; soldGroup: VatGroup },
): Above | undefined {
  /** The price paid for the returned goods, with or without VAT like the sale's prices. */
  let paid = new Exact(0);
  for (const { index, line, amount } of group.lines) {
    const soldLine = soldGroup.lines.find((each) => each.index + 1 === line.correctsLine);
    if (soldLine === undefined) continue;
    const share = new Exact(soldLine.amount).times(line.quantity).dividedBy(soldLine.line.quantity);
    const limit = inSense(share, sold, note, group.rate);
    if (amount > limit) return { path: ['lines', index, 'unitPrice'], limit };
    paid = paid.plus(share);
  }
  const [first] = group.lines;
  if (first === undefined || group.lines.some(({ line }) => line.correctsLine === undefined))
    return undefined;
  const goods = goodsOf(soldGroup);
  const left = goods === 0 ? paid : paid.times(goods - discountsOf(soldGroup)).dividedBy(goods);
  const limit = inSense(left, sold, note, group.rate);
  return goodsOf(group) - discountsOf(group) > limit
    ? { path: ['lines', first.index, 'unitPrice'], limit }
    : undefined;
}

/** Converts an amount of the sale's prices to those of the note, with or without VAT, rounded up. */
function inSense(amount: Exact, sold: Sale, note: Sale, { rate }: VatRate): Halalas {
  const withVat = new Exact(rate).plus(100).dividedBy(100);
  const from = sold.prices === 'includeVat' ? withVat : new Exact(1);
  const to = note.prices === 'includeVat' ? withVat : new Exact(1);
  return amount.times(to).dividedBy(from).toDecimalPlaces(0, Exact.ROUND_UP).toNumber();
}

/**
 * Returns true when the note refunds no more than the terminal's own note for the same goods, made at some time since
 * the sale, would have refunded.
 */
function isOwnNote(note: Sale, sold: Sale, credits: readonly IssuedNote[]): boolean {
  if (note.prices !== sold.prices || note.corrects?.[0] === undefined) return false;
  const quantities = sold.lines.map(() => 0n);
  for (const { correctsLine, quantity } of note.lines) {
    if (correctsLine === undefined) return false;
    quantities[correctsLine - 1] = (quantities[correctsLine - 1] ?? 0n) + millionths(quantity);
  }
  const words = { corrects: note.corrects[0], reason: note.reason ?? '', payments: note.payments };
  for (let before = credits.length; before >= 0; before -= 1) {
    const remaining = countReturns(sold, credits.slice(0, before));
    const isLeft = remaining?.stock.lines.every(
      ({ quantity }, index) => quantity >= (quantities[index] ?? 0n),
    );
    if (remaining === undefined || !isLeft) continue;
    const ownNote = parseOrFail(saleSchema, returnNote(sold, remaining, quantities, words));
    if (isWithin(note, ownNote)) return true;
  }
  return false;
}

function isWithin(note: Sale, ownNote: Sale): boolean {
  const [stated, limit] = [partsOf(note), partsOf(ownNote)];
  return [...stated].every(([part, amount]) => amount <= (limit.get(part) ?? 0));
}

/** Adds up a note by the lines it corrects, by the goods with the same tax, and by its charges. */
function partsOf(note: Sale): Map<string, Halalas> {
  const parts = new Map<string, Halalas>();
  const add = (part: string, amount: Halalas) => parts.set(part, (parts.get(part) ?? 0) + amount);
  for (const group of readBasket(note)) {
    for (const { line, amount } of group.lines) add(`line ${line.correctsLine}`, amount);
    add(group.key, goodsOf(group) - discountsOf(group));
    add('charges', chargesOf(group));
  }
  return parts;
}

const goodsOf = ({ lines }: VatGroup) => sumHalalas(lines.map(({ amount }) => amount));
const discountsOf = (group: VatGroup) => adjustmentsOf(group, false);
const chargesOf = (group: VatGroup) => adjustmentsOf(group, true);
const adjustmentsOf = ({ adjustments }: VatGroup, isCharge: boolean) =>
  sumHalalas(adjustments.filter(({ charge }) => charge === isCharge).map(({ amount }) => amount));
