import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';

/** A table, index, trigger or view of a database. */
interface Part {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  /** Its whole text; null for an index that SQLite makes by itself, and for what a virtual table keeps. */
  readonly sql: string | null;
}

type Reader = Pick<BetterSqlite3.Database, 'prepare'>;

/**
 * Returns a digest of everything in a database's schema: the type, name and whole text of each part. A database is only
 * as good as its guards: somebody who may write the file can empty a trigger, or add one that answers for the authority.
 */
export const schemaDigest = (database: Reader): string => digestOf(partsOf(database));

const digestOf = (parts: readonly Part[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The digest of a new file, which has no part yet. */
export const emptySchema = digestOf([]);

function partsOf(database: Reader): Part[] {
  const parts = database
    .prepare<[], Part>(
      // Only what SQLite makes by itself is left out: a file may name anything else so, too.
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE NOT (type = 'index' AND name LIKE 'sqlite!_autoindex!_%' ESCAPE '!' AND sql IS NULL)
         AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
       ORDER BY type, name`,
    )
    .all();
  // The text of a virtual table's own tables is that of the SQLite that made them.
  const virtual = parts
    .filter(({ sql }) => sql?.startsWith('CREATE VIRTUAL TABLE'))
    .map(({ name }) => `${name}_`);
  return parts.map((part) =>
    virtual.some((name) => part.name.startsWith(name)) ? { ...part, sql: null } : part,
  );
}

/**
 * Compares a database with the schema that it should have.
 * @param made returns a new database with that schema, which is read only where the digests differ
 * @returns the first difference, in a few English words; undefined when there is none
 */
export function schemaDifference(
  database: Reader,
  expected: string,
  made: () => BetterSqlite3.Database,
): string | undefined {
  const found = partsOf(database);
  if (digestOf(found) === expected) return undefined;
  const sample = made();
  try {
    return firstDifference(found, partsOf(sample));
  } finally {
    sample.close();
  }
}

function firstDifference(found: readonly Part[], wanted: readonly Part[]): string | undefined {
  const at = (parts: readonly Part[], { type, name }: Part) =>
    parts.find((part) => part.type === type && part.name === name);
  for (const part of wanted) {
    const other = at(found, part);
    if (other === undefined) return `the ${part.type} ${part.name} is missing`;
    if (other.sql !== part.sql || other.tbl_name !== part.tbl_name)
      return `the ${part.type} ${part.name} was altered`;
  }
  const strange = found.find((part) => at(wanted, part) === undefined);
  return strange && `the ${strange.type} ${strange.name} does not belong here`;
}
