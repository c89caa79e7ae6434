import type { Sale } from '../../../shared/sale/sale.ts';
import type { Booking } from '../../books/ledger/documents/bookings.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';

export function bookingOf(
  { reference, metadata }: Pick<Sale, 'reference' | 'metadata'>,
  invoice: Invoice,
): Booking {
  const { vatBreakdown, totals } = invoice;
  return {
    ownReference: reference,
    metadata,
    vatInSar: totals.vatInSar,
    taxInclusive: totals.taxInclusive,
    prepaid: totals.prepaid ?? 0,
    breakdown: vatBreakdown.map(({ category, rate, taxable, vatAmount }) => ({
      category,
      rate,
      taxable,
      vat: vatAmount,
    })),
  };
}
