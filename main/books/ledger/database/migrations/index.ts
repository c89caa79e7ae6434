import type { Migration } from '../database.ts';
import { chain } from './01-chain-of-documents.ts';
import { submissions } from './02-submissions.ts';
import { records } from './03-records.ts';
import { references } from './04-references.ts';
import { credentialFlows } from './05-credential-flows.ts';
import { searchAndCounts } from './06-search-and-counts.ts';
import { deadlines } from './07-deadlines.ts';
import { reissues } from './08-reissues.ts';
import { knownItems } from './09-known-items.ts';
import { senders } from './10-senders.ts';
import { credentialRejections } from './11-credential-rejections.ts';
import { wrongTimes } from './12-wrong-times.ts';
import { deductions } from './13-deductions.ts';
import { saleIdsInCapitals } from './14-sale-ids-in-capitals.ts';
import { shifts } from './15-shifts.ts';
import { issuedBy } from './16-issued-by.ts';
import { baskets } from './17-baskets.ts';
import { besideDocuments } from './18-beside-documents.ts';
import { knownBuyers } from './19-known-buyers.ts';
import { cardPayments } from './20-card-payments.ts';
import { buyerBook } from './21-buyer-book.ts';
import { cardEnds } from './22-card-ends.ts';
import { takings } from './23-takings.ts';
import { cardRefunds } from './24-card-refunds.ts';
import { bookings } from './25-bookings.ts';
import { sumsOfLists } from './26-sums-of-lists.ts';
import { accounts } from './27-accounts.ts';
import { unansweredCalls } from './28-unanswered-calls.ts';
import { accountsOfNotes } from './29-accounts-of-notes.ts';
import { sumsOfBlocks } from './30-sums-of-blocks.ts';
import { limitsOfBuyers } from './31-limits-of-buyers.ts';
import { sumsOfMeans } from './32-sums-of-means.ts';
import { schemesOfBuyers } from './33-schemes-of-buyers.ts';
import { notesOfReissued } from './34-notes-of-reissued.ts';
import { selfBilled } from './35-self-billed.ts';
import { wrongPaymentTimes } from './36-wrong-payment-times.ts';

/*
 * The schema of a ledger file. Times are milliseconds since 1970, money is halalas, hashes are Base64.
 *
 * Triggers protect the product's promises even from other programs' SQL: an issued document is never changed or
 * deleted, and the chain has no gap and no fork. Each insert guard also refuses an existing row, because INSERT OR
 * REPLACE removes the old row without running the delete trigger.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  chain,
  submissions,
  records,
  references,
  credentialFlows,
  searchAndCounts,
  deadlines,
  reissues,
  knownItems,
  senders,
  credentialRejections,
  wrongTimes,
  deductions,
  saleIdsInCapitals,
  shifts,
  issuedBy,
  baskets,
  besideDocuments,
  knownBuyers,
  cardPayments,
  buyerBook,
  cardEnds,
  takings,
  cardRefunds,
  bookings,
  sumsOfLists,
  accounts,
  unansweredCalls,
  accountsOfNotes,
  sumsOfBlocks,
  limitsOfBuyers,
  sumsOfMeans,
  schemesOfBuyers,
  notesOfReissued,
  selfBilled,
  wrongPaymentTimes,
];
