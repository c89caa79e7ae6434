import type { Migration } from '../database.ts';
import { buyers } from './buyers.ts';
import { cards } from './cards.ts';
import { credentials } from './credentials.ts';
import { documents } from './documents.ts';
import { learned } from './learned.ts';
import { records } from './records.ts';
import { shifts } from './shifts.ts';
import { submissions } from './submissions.ts';

/*
 * The schema of a ledger file. Times are milliseconds since 1970, money is halalas, hashes are Base64, unless a comment
 * says otherwise.
 *
 * Triggers protect the product's promises even from other programs' SQL: an issued document is never changed or
 * deleted, and the chain has no gap and no fork. Each insert guard also refuses an existing row, because INSERT OR
 * REPLACE removes the old row without running the delete trigger.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    schema: '7202320e7dcf36b0416de6215c9335b579411998d018003915af512f88ce79c0',
    sql: [shifts, documents, submissions, records, credentials, cards, buyers, learned].join(''),
  },
];
