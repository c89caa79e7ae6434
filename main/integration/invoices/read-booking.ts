import { fail } from '../../../shared/failure.ts';
import { readInvoice } from '../../invoice/read-invoice.ts';
import { bookingOf } from '../../issue/booking.ts';
import type { Booking } from '../../ledger/bookings.ts';

/** Reads what accounting asks from a document's XML. @throws FailureError `not-found` without one */
export function readBooking(xml: Uint8Array | undefined): Omit<Booking, 'ownReference'> {
  return bookingOf({}, readInvoice(xml ?? fail('not-found')));
}
