import type { EntryFacts } from '../../books/ledger/documents/entry.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';

type Sums = Pick<
  EntryFacts,
  | 'currency'
  | 'payable'
  | 'taxExclusive'
  | 'taxInclusive'
  | 'vat'
  | 'vatInSar'
  | 'rounding'
  | 'prepaid'
  | 'breakdown'
>;

/** Returns the amounts of an invoice as the ledger has them for lists and sums. */
export const bookedSums = ({
  currency,
  totals,
  vatBreakdown,
}: Pick<Invoice, 'currency' | 'totals' | 'vatBreakdown'>): Sums => ({
  currency,
  payable: totals.payable,
  taxExclusive: totals.taxExclusive,
  taxInclusive: totals.taxInclusive,
  vat: totals.vat,
  vatInSar: totals.vatInSar,
  rounding: totals.rounding ?? 0,
  prepaid: totals.prepaid ?? 0,
  breakdown: vatBreakdown.map(({ category, rate, taxable, vatAmount }) => ({
    category,
    rate,
    taxable,
    vat: vatAmount,
  })),
});
