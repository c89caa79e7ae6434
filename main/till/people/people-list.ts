import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '../../../shared/contract/people/people.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** A person with the scrypt hash of their PIN. */
export interface PersonRow extends Person {
  readonly salt: Buffer;
  readonly pin: Buffer;
  /** True when the PIN has fewer than six digits. */
  readonly short: boolean;
}

/** The people, and what cashiers may do without a manager. */
export interface PeopleContent {
  readonly rows: readonly PersonRow[];
  /** The limits as JSON; undefined if nobody has set any. */
  readonly limits: string | undefined;
}

/** The list of people in terminal.db, sorted by name. */
export interface PeopleList extends PeopleContent {
  /** Undefined for a list that no vault has recorded yet. The revision rises with every change. */
  readonly proof: { readonly revision: number; readonly mac: Buffer } | undefined;
}

/** Returns the list with its HMAC-SHA256 over revision, all of each row, and limits. */
export function withProof(key: Buffer, revision: number, { rows, limits }: PeopleContent): PeopleList {
  const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { rows: sorted, limits, proof: { revision, mac: macOf(key, revision, { rows: sorted, limits }) } };
}

/** Returns true when the proof was made with this key. */
export function isGenuine(key: Buffer, { proof, ...content }: PeopleList): boolean {
  if (proof === undefined) return false;
  const expected = macOf(key, proof.revision, content);
  return proof.mac.length === expected.length && timingSafeEqual(proof.mac, expected);
}

function macOf(key: Buffer, revision: number, { rows, limits }: PeopleContent): Buffer {
  const text = JSON.stringify(['khatm people', revision, rows.map(textOf).toSorted(), limits ?? null]);
  return createHmac('sha256', key).update(text).digest();
}

/** Returns a row as text; equal rows have equal texts. */
export const textOf = ({ name, role, salt, pin, short }: PersonRow) =>
  JSON.stringify([name, role, salt.toString('base64'), pin.toString('base64'), short]);

/** Returns true when two lists have the same content and the same proof. */
export const isSameList = (one: PeopleList, other: PeopleList): boolean =>
  JSON.stringify([one.rows.map(textOf), one.limits, one.proof]) ===
  JSON.stringify([other.rows.map(textOf), other.limits, other.proof]);

export function openPeopleTable(database: Database) {
  const all = database.prepare<[], Omit<PersonRow, 'short'> & { short: number }>(
    'SELECT name, role, salt, pin, short FROM person ORDER BY name',
  );
  const proof = database.prepare<[], { revision: number; mac: Buffer }>(
    'SELECT revision, mac FROM people_proof',
  );
  const limits = database.prepare<[], string>('SELECT limits FROM people_limits').pluck();
  const clear = database.prepare('DELETE FROM person');
  const clearLimits = database.prepare('DELETE FROM people_limits');
  const insertLimits = database.prepare('INSERT INTO people_limits (only_row, limits) VALUES (1, ?)');
  const clearProof = database.prepare('DELETE FROM people_proof');
  const insert = database.prepare('INSERT INTO person (name, role, salt, pin, short) VALUES (?, ?, ?, ?, ?)');
  const insertProof = database.prepare('INSERT INTO people_proof (only_row, revision, mac) VALUES (1, ?, ?)');

  // Both reads are in one transaction, because another process may write in between.
  const read = database.transaction(
    (): PeopleList => ({
      rows: all.all().map((row) => ({ ...row, short: row.short === 1 })),
      limits: limits.get(),
      proof: proof.get(),
    }),
  );
  /**
   * Reads and writes in one transaction, so that of two simultaneous changes the second sees the first.
   * @param work gets the list and returns the new one; an error that it throws undoes everything
   */
  const change = database.transaction((work: (list: PeopleList) => PeopleList) => {
    const next = work(read());
    clear.run();
    clearLimits.run();
    clearProof.run();
    for (const { name, role, salt, pin, short } of next.rows)
      insert.run(name, role, salt, pin, Number(short));
    if (next.limits !== undefined) insertLimits.run(next.limits);
    if (next.proof !== undefined) insertProof.run(next.proof.revision, next.proof.mac);
  }).immediate;
  return { read: read.deferred, change };
}

export type PeopleTable = ReturnType<typeof openPeopleTable>;
