import { fail } from '../../../shared/failure.ts';
import { readInvoice } from '../../invoice/read-invoice.ts';
import { withoutLines } from '../../invoice/read-parts.ts';
import { bookingOf } from '../../issue/booking.ts';
import type { BookedSums } from '../../ledger/bookings.ts';

/** Reads the facts that accounting needs from a document's XML. @throws FailureError `not-found` if there is none */
export function readBooking(xml: Uint8Array | undefined): BookedSums {
  return bookingOf({}, readInvoice(withoutLines(xml ?? fail('not-found'))));
}
