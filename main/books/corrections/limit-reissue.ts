import type { Sale } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { TaxRow } from '../../document/invoice/amounts/group-tax.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import { type EarlierDocuments, findByNumber } from './earlier-documents.ts';
import { documentTaxes, joinRows } from './law/document-taxes.ts';
import { countReturns } from './law/goods-left.ts';
import { creditNotesOf, type History } from './law/history.ts';
import { type Left, whatIsLeft, worthOf } from './law/money-left.ts';
import { refuse } from './law/refuse.ts';
import { sameLines } from './law/same-lines.ts';
import { refuseOtherTerms } from './law/same-terms.ts';
import { millionths, quantityText } from './law/sold-goods.ts';
import { TaxBalance } from './law/tax-balance.ts';
import { readHistory } from './read-history.ts';

/** A rejected invoice or advance that other documents deducted or refunded, and its remainder. */
export interface TakenFrom {
  readonly entry: LedgerEntry;
  /** The amounts stated on it. */
  readonly rows: readonly TaxRow[];
  readonly left: Left;
}

/**
 * Finds the credit notes and deductions of the rejected document that a sale replaces: they apply to the new document,
 * which must therefore allow them.
 * @returns undefined if there are none
 * @throws FailureError `bad-input` `names-replaced`, `kind-differs`, `customer-differs`, `party-differs`,
 * `differs-from-document`, `reissue-lacks-goods`
 */
export function findReplaced(
  sale: Sale,
  documents: EarlierDocuments,
  replaced: string | undefined,
): TakenFrom | undefined {
  const entry = replaced === undefined ? undefined : documents.get(replaced);
  if (entry?.submission.state !== 'rejected') return undefined;
  return limitSuccessor(sale, readHistory(entry, documents));
}

/**
 * Checks a document against the rejected one in whose place it is issued.
 * @returns undefined if no credit notes and deductions name that one
 * @throws FailureError `bad-input`, see `findReplaced`
 */
export function limitSuccessor(sale: Sale, history: History): TakenFrom | undefined {
  const { document: entry, notes, deductions } = history;
  refuseNaming(sale, entry);
  const { kind, number } = entry;
  const refuseOtherKind = () =>
    refuse(['kind'], 'kind-differs', `must be ${kind}, as ${number} is`, { number });
  if (!isSale(kind)) {
    if (sale.kind !== kind) refuseOtherKind();
    return undefined;
  }
  if (!isSale(sale.kind)) refuseOtherKind();
  if (notes.length + deductions.length === 0) return undefined;
  if (sale.kind !== kind) refuseOtherKind();
  // A note says to whom it gave the VAT back, so the sale stays with that customer until there is no such note.
  refuseOtherTerms(sale, entry);
  refuseLost(sale, history);
  return { entry, rows: documentTaxes(entry), left: whatIsLeft([history]) };
}

/**
 * Checks that the document in whose place a sale says it is issued can be replaced.
 * @throws FailureError `bad-input` `replaces-unknown`, `replaces-replaced`, `replaces-not-rejected`, `number-spelling`
 */
export function checkReplaces({ replaces }: Sale, documents: EarlierDocuments): void {
  if (replaces === undefined) return;
  const path = ['replaces'];
  const entry =
    findByNumber(replaces, path, documents) ??
    refuse(path, 'replaces-unknown', 'is no document of this terminal', { number: replaces });
  const successor = documents.replacedBy(entry.uuid)?.number;
  if (successor !== undefined)
    refuse(path, 'replaces-replaced', `was issued again as ${successor}`, { number: successor });
  if (entry.submission.state !== 'rejected')
    refuse(path, 'replaces-not-rejected', 'was not rejected by the authority: a note corrects it', {
      number: entry.number,
    });
}

/** Refuses to issue a sale again without goods that came back of it. @throws FailureError `reissue-lacks-goods` */
function refuseLost(sale: Sale, history: History): void {
  const { number, sale: before } = history.document;
  const places = sameLines(before.lines, sale.lines);
  const { lines } = countReturns(before, creditNotesOf(history));
  for (const [index, { quantity }] of lines.entries()) {
    const line = before.lines[index];
    const back = millionths(line?.quantity ?? '0') - quantity;
    const place = places[index];
    const again = place === undefined ? undefined : sale.lines[place - 1];
    if (line === undefined || millionths(again?.quantity ?? '0') >= back) continue;
    const limit = quantityText(back);
    refuse(
      place === undefined ? ['lines'] : ['lines', place - 1, 'quantity'],
      'reissue-lacks-goods',
      `must sell at least ${limit} of ${line.name}, which came back of ${number}`,
      { number, limit, value: line.name },
    );
  }
}

const isSale = (kind: Sale['kind']): boolean => kind === 'invoice' || kind === 'prepayment';

/** A replacement cannot also correct or deduct the document it replaces. */
function refuseNaming(sale: Sale, { number }: LedgerEntry): void {
  for (const field of ['corrects', 'prepayments'] as const) {
    const index = (sale[field] ?? []).findIndex((named) => named.number === number);
    if (index >= 0)
      refuse([field, index, 'number'], 'names-replaced', `must not be ${number}, which this one replaces`, {
        number,
      });
  }
}

/**
 * Checks a replacement against the refunds and deductions of the rejected document: at each VAT category and rate, and
 * in total. An excess that existed already, because the authority rejected a debit note since, does not count.
 * @throws FailureError `bad-input` `reissue-below-taken`, `vat-below-taken`
 */
export function limitReissue({ totals, vatBreakdown }: Invoice, { entry, rows, left }: TakenFrom): void {
  const worth = totals.taxExclusive + totals.vat + (totals.rounding ?? 0);
  const least = leastOf(worthOf(entry), left.worth);
  if (worth < least) {
    const limit = halalasToText(least);
    refuse(
      ['lines'],
      'reissue-below-taken',
      `must come to at least ${limit}, which was taken of ${entry.number}`,
      {
        number: entry.number,
        limit,
      },
    );
  }
  const stated = new TaxBalance();
  stated.add(joinRows(vatBreakdown));
  for (const row of rows) {
    const rest = left.taxes.of(row);
    const taxable = leastOf(row.taxable, rest.taxable);
    const vatAmount = leastOf(row.vatAmount, rest.vatAmount);
    const now = stated.of(row);
    if (now.taxable >= taxable && now.vatAmount >= vatAmount) continue;
    const { category, rate } = row;
    const [limit, value] = [halalasToText(taxable), halalasToText(vatAmount)];
    refuse(
      ['lines'],
      'vat-below-taken',
      `must come to at least ${limit}, and ${value} VAT, at ${category} ${rate} %, which was taken of ${entry.number}`,
      { number: entry.number, category, rate, limit, value },
    );
  }
}

/** Returns the least amount of the new document with which its remainder is not smaller than now, or is zero. */
function leastOf(before: number, left: number): number {
  return before - Math.max(0, left);
}
