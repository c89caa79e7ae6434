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
    schema: '10ca0bddd0fcc5f708e2863d16a3c971f43da8c65fb4e45efefe23fb1f864e6a',
    sql: [shifts, documents, submissions, records, credentials, cards, buyers, learned].join(''),
  },
];
