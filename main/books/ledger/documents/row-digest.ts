import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { bodiesOf } from './bodies.ts';

/*
 * Digests of rows as they are stored, which lines of the audit log keep: a value that somebody changes in the file no
 * longer has the digest of its line. A line cannot be rewritten without all lines after it.
 *
 * NULLs are left out, so that a column that a later version adds changes no digest of an earlier row.
 */

type Place = Readonly<Record<'icv' | 'event', number>>;

/** Returns a function that gives the rows of some queries. */
function rowsOf(database: Database, ...queries: readonly string[]): (place: Partial<Place>) => unknown[] {
  const statements = queries.map((sql) => database.prepare<[Partial<Place>], unknown>(sql));
  return (place) => statements.map((each) => each.all(place));
}

const withoutNulls = (_: string, value: unknown) => value ?? undefined;

/** The Base64 of the SHA-256 over rows and texts. */
export function digestOf(rows: readonly unknown[], ...texts: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(rows, withoutNulls));
  for (const text of texts) hash.update(createHash('sha256').update(text).digest());
  return hash.digest('base64');
}

/**
 * Returns a function for the digest of a document: of every value of its rows, of the exact bytes that were issued and
 * of its sale. @throws FailureError `document-damaged` from that function
 */
export function createDocumentDigest(database: Database): (icv: number, issued?: IssuedTexts) => string {
  const rows = rowsOf(
    database,
    'SELECT * FROM document WHERE icv = :icv',
    'SELECT * FROM payment WHERE icv = :icv ORDER BY position',
    'SELECT number FROM reference WHERE icv = :icv ORDER BY number',
    'SELECT number FROM deduction WHERE icv = :icv ORDER BY number',
    'SELECT replaces FROM reissue WHERE icv = :icv AND said_at IS NULL',
  );
  const { textsOf } = bodiesOf(database);
  return (icv, issued) => {
    const { xml, sale } = issued ?? textsOf(icv);
    return digestOf(rows({ icv }), xml, Buffer.from(sale));
  };
}

/** The texts of a document that was just issued, which need not be decompressed again. */
interface IssuedTexts {
  readonly xml: Uint8Array;
  readonly sale: string;
}

/** The condition for an event with an answer that says something about the document; a gateway that is busy does not. */
export const isDecisiveSql = `event = 'answered' AND outcome <> 'unknown'`;

/**
 * Returns a function for the digest of an answer: of every value of its event, of the calls for the same document since
 * its last decisive answer, and, if it accepted the document, of the authority's copy.
 * @throws FailureError `document-damaged` from that function
 */
export function createAnswerDigest(database: Database): (icv: number, event: number) => string {
  const rows = rowsOf(
    database,
    `SELECT * FROM submission_event WHERE icv = :icv AND id <= :event AND id > coalesce(
       (SELECT max(id) FROM submission_event WHERE icv = :icv AND id < :event AND ${isDecisiveSql}), 0)
     ORDER BY id`,
  );
  // The copy comes with the acceptance, after which no other one is stored.
  const accepted = database
    .prepare<[number], 0 | 1>(`SELECT outcome = 'accepted' FROM submission_event WHERE id = ?`)
    .pluck();
  const { clearedXml } = bodiesOf(database);
  return (icv, event) => {
    const copy = accepted.get(event) === 1 ? clearedXml(icv) : undefined;
    return digestOf(rows({ icv, event }), copy ?? Buffer.alloc(0));
  };
}
