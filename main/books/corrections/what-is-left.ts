import type { Sale } from '../../../shared/sale/sale.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import type { TaxRow } from '../../document/invoice/amounts/group-tax.ts';
import { prepaymentLines } from '../../document/invoice/amounts/prepayments.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { documentTaxes } from './returns/document-taxes.ts';
import { effectiveNotes, isEffective, lineageOf } from './returns/effective-notes.ts';
import { TaxBalance } from './tax-balance.ts';

/** The amounts of invoices that may still be credited or, for an advance, deducted. */
export type Left = ReturnType<typeof whatIsLeft>;

/**
 * Computes the remainder of invoices of one currency: their amounts and those of their debit notes, less those of
 * credit notes and of final invoices' deductions.
 *
 * A credit note counts in full for each invoice it names, a debit note only if all the invoices it names are included:
 * so several notes on overlapping sets of invoices never exceed the invoices together.
 * @param replaced uuid of the rejected document that is about to be issued again, and does not count
 */
export function whatIsLeft(
  originals: readonly LedgerEntry[],
  documents: EarlierDocuments,
  replaced?: string,
) {
  const numbers = new Set(
    originals.flatMap((original) => lineageOf(original, documents).map(({ number }) => number)),
  );
  const notes = unique(originals.flatMap((original) => effectiveNotes(original, documents, replaced)));
  /** The documents that reduced the remainder, oldest first. */
  const credits = notes.filter(({ kind }) => kind === 'creditNote');
  const debits = notes.filter(
    ({ kind, sale, submission }) =>
      kind === 'debitNote' &&
      submission.state !== 'rejected' &&
      sale.corrects?.every(({ number }) => numbers.has(number)),
  );
  const deductions = unique([...numbers].flatMap((number) => documents.deductionsOf(number))).filter(
    (entry) => isEffective(entry, documents, replaced),
  );

  /** The remainder by VAT category and rate, in the invoices' currency. */
  const taxes = new TaxBalance();
  /** The customer's total before prepayments, in the invoices' currency. */
  let worth = 0;
  /** The VAT in riyals as the invoices and notes state it. Deductions are not taken off, because they state none. */
  let vatInSar = 0;
  /** The VAT that was deducted, in the invoices' currency. */
  let deductedVat = 0;
  const count = (entry: LedgerEntry, sign: 1 | -1) => {
    taxes.add(documentTaxes(entry, documents), sign);
    worth += sign * worthOf(entry);
    vatInSar += sign * entry.vatInSar;
  };
  for (const entry of [...originals, ...debits]) count(entry, 1);
  for (const entry of credits) count(entry, -1);
  for (const entry of deductions) {
    const rows = deductedRows(entry.sale, numbers);
    taxes.add(rows, -1);
    worth -= sumHalalas(rows.map(({ taxable, vatAmount }) => taxable + vatAmount));
    deductedVat += sumHalalas(rows.map(({ vatAmount }) => vatAmount));
  }
  return { taxes, worth, vatInSar, deductedVat, credits, deductions };
}

/** Returns a final invoice's deductions of these prepayment invoices. */
function deductedRows(sale: Sale, numbers: ReadonlySet<string>): TaxRow[] {
  return prepaymentLines(sale, [], [])
    .filter(({ document }) => numbers.has(document.number))
    .map(({ vat, taxable, vatAmount }) => ({ ...vat, taxable, vatAmount }));
}

/** Returns the total before prepayments. */
export function worthOf({
  taxExclusive,
  vat,
  rounding,
}: Pick<LedgerEntry, 'taxExclusive' | 'vat' | 'rounding'>): Halalas {
  return taxExclusive + vat + rounding;
}

function unique(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return [...new Map(entries.map((entry) => [entry.icv, entry])).values()].sort((a, b) => a.icv - b.icv);
}
