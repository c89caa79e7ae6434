import type { EntryFacts } from '../../books/ledger/documents/entry.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
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
  typeName,
  currency,
  totals,
  vatBreakdown,
}: Pick<Invoice, 'typeName' | 'currency' | 'totals' | 'vatBreakdown'>): Sums => ({
  currency,
  payable: amountDue({ typeName, totals }),
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
