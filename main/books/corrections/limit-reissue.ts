import type { Sale } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { TaxRow } from '../../document/invoice/amounts/group-tax.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { refuse } from './refuse.ts';
import { documentTaxes, joinRows } from './returns/document-taxes.ts';
import { refuseOtherCurrency } from './same-terms.ts';
import { TaxBalance } from './tax-balance.ts';
import { type Left, whatIsLeft, worthOf } from './what-is-left.ts';

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
  const { kind, number } = entry;
  const refuseOtherKind = () =>
    refuse(['kind'], 'kind-differs', `must be ${kind}, as ${number} is`, { number });
  if (!isSale(kind)) {
    if (sale.kind !== kind) refuseOtherKind();
    return undefined;
  }
  if (!isSale(sale.kind)) refuseOtherKind();
  const left = whatIsLeft([entry], documents);
  if (left.credits.length + left.deductions.length === 0) return undefined;
  if (sale.kind !== kind) refuseOtherKind();
  refuseOtherCurrency(sale, entry);
  return { entry, rows: documentTaxes(entry, documents), left };
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
