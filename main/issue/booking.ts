import type { Sale } from '../../shared/sale.ts';
import type { Invoice } from '../invoice/invoice.ts';
import type { Booking } from '../ledger/bookings.ts';

/** Returns what accounting asks of a document. */
export function bookingOf({ reference }: Pick<Sale, 'reference'>, invoice: Invoice): Booking {
  const { vatBreakdown, totals } = invoice;
  return {
    ownReference: reference,
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
