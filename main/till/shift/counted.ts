import type { Sale } from '../../../shared/sale/sale.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { documentTaxes } from '../../books/corrections/law/document-taxes.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { ShiftDocument } from '../../books/ledger/shifts/shift-documents.ts';
import type { TaxRow } from '../../document/invoice/amounts/group-tax.ts';
import { taxOfDeduction } from '../../document/invoice/amounts/prepayments.ts';
import { vatRate } from '../../document/invoice/amounts/vat-breakdown.ts';

/** A document's amounts with their sign: −1 for the rejected document that another replaced. */
export interface Counted {
  readonly entry: LedgerEntry;
  readonly payments: readonly Payment[];
  readonly by: string;
  readonly sign: 1 | -1;
}

/** A document that replaces a rejected one counts in place of it, because its customer paid once. */
export function withReplaced({ entry, by, payments, replaces }: Omit<ShiftDocument, 'byKind'>): Counted[] {
  const counted: Counted = { entry, by, payments, sign: 1 };
  return replaces === undefined ? [counted] : [counted, { ...replaces, by, sign: -1 }];
}

/** Returns the sign of a document, reversed for a credit note, which is subtracted. */
export const direction = ({ entry, sign }: Counted) => (entry.kind === 'creditNote' ? -sign : sign);

/** A self-billed document states what the company bought: nothing was sold, and the money goes the other way. */
export const isPurchase = ({ entry }: Pick<Counted, 'entry'>): boolean =>
  entry.sale.special?.selfBilled === true;

export const isPaidBack = (one: Pick<Counted, 'entry'>): boolean =>
  (one.entry.kind === 'creditNote') !== isPurchase(one);

/** The VAT of the advances that a final invoice deducts, as a negative amount, because it was owed with these. */
export function deducted({ prepayments = [], prices }: Sale): (TaxRow & { reason: string | undefined })[] {
  return prepayments
    .flatMap(({ amounts }) => amounts)
    .map((amount) => {
      const rate = vatRate(amount.vat);
      const { taxable, vatAmount } = taxOfDeduction(amount, rate, prices);
      return { ...rate, taxable: -taxable, vatAmount: -vatAmount, reason: amount.vat.reason };
    });
}

/** A gift has no row. Several means without amounts are one: the share of cash is unknown. */
export function stated({ entry, payments }: Counted): { means: string; amount: Halalas }[] {
  const amounts = payments.flatMap(({ means, amount }) => (amount === undefined ? [] : [{ means, amount }]));
  return amounts.length === payments.length ? amounts : [{ means: 'split', amount: entry.payable }];
}

/** Returns the VAT of a document by category and rate, less that of the advances that it deducts. */
export function taxesOf({ entry }: Counted): TaxRow[] {
  return [...documentTaxes(entry), ...deducted(entry.sale)];
}
