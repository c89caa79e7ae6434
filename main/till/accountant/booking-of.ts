import { fail } from '../../../shared/failure.ts';
import type { BookedSums } from '../../books/ledger/documents/bookings.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { withoutLines } from '../../document/invoice/reading/read-parts.ts';
import { bookingOf as bookingOfInvoice } from '../issue/booking.ts';

/**
 * Returns the facts of a document that accounting needs; for a document of an earlier version they come from its XML.
 * @throws FailureError `not-found` if there is none
 */
export function bookingOf(
  { icv, uuid }: LedgerEntry,
  { facts, documents }: Pick<Ledger, 'documents' | 'facts'>,
): BookedSums {
  return (
    facts.booking(icv) ??
    bookingOfInvoice({}, readInvoice(withoutLines(documents.issuedXml(uuid) ?? fail('not-found'))))
  );
}
