import { fail } from '../../../shared/failure.ts';
import { readInvoice } from '../../invoice/read-invoice.ts';
import { withoutLines } from '../../invoice/read-parts.ts';
import { bookingOf } from '../../issue/booking.ts';
import type { BookedSums } from '../../ledger/bookings.ts';

/** Reads what accounting asks from a document's XML. @throws FailureError `not-found` without one */
export function readBooking(xml: Uint8Array | undefined): BookedSums {
  return bookingOf({}, readInvoice(withoutLines(xml ?? fail('not-found'))));
}
