import { halalasToText } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { TaxRow } from '../invoice/group-tax.ts';
import type { Invoice } from '../invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { documentTaxes, joinRows } from '../returns/document-taxes.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { refuse } from './refuse.ts';
import { refuseOtherCurrency } from './same-terms.ts';
import { TaxBalance } from './tax-balance.ts';
import { type Left, whatIsLeft, worthOf } from './what-is-left.ts';

/** A rejected invoice or advance from which other documents took something, and what they left of it. */
export interface TakenFrom {
  readonly entry: LedgerEntry;
  /** What it states itself. */
  readonly rows: readonly TaxRow[];
  readonly left: Left;
}

/**
 * Finds what credit notes and deductions took of the rejected document that a sale is issued anew for: they count for
 * the new one, so that it has to be something that they can be taken of.
 * @returns undefined where nothing was taken
 * @throws FailureError `bad-input` `names-replaced`, `kind-differs`, `differs-from-document`
 */
export function findReplaced(
  sale: Sale,
  documents: EarlierDocuments,
  replaced: string | undefined,
): TakenFrom | undefined {
  const entry = replaced === undefined ? undefined : documents.get(replaced);
  if (entry?.submission.state !== 'rejected') return undefined;
  refuseNaming(sale, entry);
  if (entry.kind !== 'invoice' && entry.kind !== 'prepayment') return undefined;
  const left = whatIsLeft([entry], documents);
  if (left.credits.length + left.deductions.length === 0) return undefined;
  const { kind, number } = entry;
  if (sale.kind !== kind) refuse(['kind'], 'kind-differs', `must be ${kind}, as ${number} is`, { number });
  refuseOtherCurrency(sale, entry);
  return { entry, rows: documentTaxes(entry, documents), left };
}

/** What stands in a document's place cannot correct or deduct it as well. */
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
 * Holds what is issued for a rejected document to what was taken of that one: at each VAT category and rate, and in all.
 * What was taken above it already, because the authority rejected a debit note since, is not held against the new one.
 * @throws FailureError `bad-input` `reissue-below-taken`, `vat-below-taken`
 */
export function holdReissue({ totals, vatBreakdown }: Invoice, { entry, rows, left }: TakenFrom): void {
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

/** What a document that was `before` has to come to, so that as much of it was not taken as now, or nothing. */
function leastOf(before: number, left: number): number {
  return before - Math.max(0, left);
}
