import type { Sale } from '../../../../shared/sale/sale.ts';
import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { TaxRow } from '../../../document/invoice/amounts/group-tax.ts';
import { prepaymentLines } from '../../../document/invoice/amounts/prepayments.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { documentTaxes } from './document-taxes.ts';
import { type History, numbersOf } from './history.ts';
import { TaxBalance } from './tax-balance.ts';

/** The amounts of invoices that may still be credited or, for an advance, deducted. */
export type Left = ReturnType<typeof whatIsLeft>;

/**
 * Computes the remainder of invoices of one currency: their amounts and those of their accepted debit notes, less those
 * of credit notes and of final invoices' deductions.
 *
 * A debit note that the authority has not accepted makes no room: it may still be rejected, and a credit note that
 * stood on it would give back more than was ever owed. Credit notes count from the moment they are issued, because their
 * money was given back.
 *
 * A credit note counts in full for each invoice it names, a debit note only if all the invoices it names are included:
 * so several notes on overlapping sets of invoices never exceed the invoices together.
 */
export function whatIsLeft(histories: readonly History[]) {
  const numbers = new Set(histories.flatMap(numbersOf));
  const notes = unique(histories.flatMap((history) => history.notes));
  /** The documents that reduced the remainder, oldest first. */
  const credits = notes.filter(({ kind }) => kind === 'creditNote');
  const ofThese = notes.filter(
    ({ kind, sale }) =>
      kind === 'debitNote' && sale.corrects?.every(({ number }) => numbers.has(number)) === true,
  );
  const debits = ofThese.filter(({ submission }) => submission.state === 'accepted');
  const rejected = ofThese.filter(({ submission }) => submission.state === 'rejected');
  /** Debit notes that make no room yet, because the authority has not answered. */
  const waiting = ofThese.filter((note) => !debits.includes(note) && !rejected.includes(note));
  const deductions = unique(histories.flatMap((history) => history.deductions));

  /** The remainder by VAT category and rate, in the invoices' currency. */
  const taxes = new TaxBalance();
  /** The customer's total before prepayments, in the invoices' currency. */
  let worth = 0;
  /** The VAT in riyals as the invoices and notes state it. Deductions are not taken off, because they state none. */
  let vatInSar = 0;
  /** The VAT that was deducted, in the invoices' currency. */
  let deductedVat = 0;
  const count = (entry: LedgerEntry, sign: 1 | -1) => {
    taxes.add(documentTaxes(entry), sign);
    worth += sign * worthOf(entry);
    vatInSar += sign * entry.vatInSar;
  };
  for (const entry of [...histories.map(({ document }) => document), ...debits]) count(entry, 1);
  for (const entry of credits) count(entry, -1);
  for (const entry of deductions) {
    const rows = deductedRows(entry.sale, numbers);
    taxes.add(rows, -1);
    worth -= sumHalalas(rows.map(({ taxable, vatAmount }) => taxable + vatAmount));
    deductedVat += sumHalalas(rows.map(({ vatAmount }) => vatAmount));
  }
  return { taxes, worth, vatInSar, deductedVat, credits, waiting, rejected, deductions };
}

/** Returns a final invoice's deductions of these prepayment invoices. */
export function deductedRows(sale: Sale, numbers: ReadonlySet<string>): TaxRow[] {
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
