import type { RefusedFile } from '../../../shared/contract/programs/integration.ts';
import { type Failure, failureSchema } from '../../../shared/failure.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** The largest number of rows; the oldest are deleted, because a faulty program may go unnoticed for months. */
const mostKept = 100_000;

interface Row {
  readonly name: string;
  readonly keptAs: string;
  readonly failure: string;
  readonly refusedAt: number;
}

/** Rows about sale files that were set aside; the files themselves are in refused/, until somebody removes them. */
export function createRefusedFiles(database: Database) {
  const insert = database.prepare(
    `INSERT INTO refused_file (name, kept_as, modified_ns, failure, refused_at)
     VALUES (:name, :keptAs, :modifiedNs, :failure, :now)
     ON CONFLICT (kept_as, modified_ns) DO UPDATE SET failure = excluded.failure, refused_at = excluded.refused_at`,
  );
  const forget = database.prepare(
    'DELETE FROM refused_file WHERE id <= (SELECT max(id) FROM refused_file) - ?',
  );
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM refused_file WHERE refused_at >= ?')
    .pluck();
  const after = database.prepare<[{ row: number }], { count: number; last: number }>(
    'SELECT count(*) AS count, coalesce(max(id), :row) AS last FROM refused_file WHERE id > :row',
  );
  const select = database.prepare<[number], Row>(
    `SELECT name, kept_as AS keptAs, failure, refused_at AS refusedAt FROM refused_file ORDER BY id DESC LIMIT ?`,
  );

  return {
    /** Adds a refused file. @param keptAs its name in refused/ */
    add: (
      {
        name,
        modifiedNs,
        keptAs,
      }: { readonly name: string; readonly modifiedNs: bigint; readonly keptAs: string },
      failure: Failure,
      now: number,
    ) => {
      insert.run({
        name,
        keptAs,
        modifiedNs: String(modifiedNs),
        failure: JSON.stringify(failure),
        now,
      });
      forget.run(mostKept);
    },
    /** Counts the files refused since a time, in milliseconds since 1970. */
    countSince: (at: number): number => count.get(at) ?? 0,
    /** Counts the files with a higher row than this, and returns the highest row. */
    refusedAfter: (row: number): { count: number; last: number } =>
      after.get({ row }) ?? { count: 0, last: row },
    /** Returns the last files, newest first. */
    last: (limit: number): RefusedFile[] => select.all(limit).map(fromRow),
  };
}

export type RefusedFiles = ReturnType<typeof createRefusedFiles>;

function fromRow({ name, keptAs, failure, refusedAt }: Row): RefusedFile {
  return {
    name,
    keptAs,
    at: new Date(refusedAt).toISOString(),
    failure: failureSchema.parse(JSON.parse(failure)),
  };
}
