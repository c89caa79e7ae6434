import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { firstPreviousHash } from './chain.ts';

/*
 * A thread of its own (see copy.ts): copying, syncing and checking a large file takes SQLite seconds to minutes in single
 * calls, and the till must not stand still meanwhile.
 */

/** Copies `source` into `file` first where there is a source; then checks `file`. */
export interface CopyTask {
  readonly source?: string | undefined;
  readonly file: string;
}

export type CopyMessage =
  | { readonly step: 'copying'; readonly done: number; readonly of: number }
  | { readonly step: 'checking' }
  /** What is wrong with the copy; nothing when it is whole. */
  | { readonly step: 'checked'; readonly findings: readonly string[] }
  | { readonly step: 'failed'; readonly code: string; readonly message: string };

/** 2 MiB at the usual page size: often enough for a progress bar. */
const pagesPerStep = 512;

/** Copies the database as it is at this moment, whatever is committed meanwhile. */
async function copy(source: string, file: string): Promise<void> {
  const database = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    // A read transaction keeps this moment in view: without it each commit of others would begin the copy anew.
    database.exec('BEGIN');
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    await database.backup(file, {
      progress({ totalPages, remainingPages }) {
        say({ step: 'copying', done: totalPages - remainingPages, of: totalPages });
        return pagesPerStep;
      },
    });
  } finally {
    database.close();
  }
}

/** Leaves the copy as one file without a write-ahead log. */
function check(file: string): string[] {
  try {
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      database.pragma('journal_mode = DELETE');
      return findingsIn(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return [String(error)]; // too damaged to look at
  }
}

function findingsIn(database: BetterSqlite3.Database): string[] {
  const integrity = database.pragma('integrity_check(10)') as { integrity_check: string }[];
  const damage = integrity.map((finding) => finding.integrity_check).filter((finding) => finding !== 'ok');
  if (damage.length > 0) return damage;
  return links.flatMap(([what, sql]) => {
    const at = database.prepare<[], number | null>(sql).pluck().get() ?? undefined;
    return at === undefined ? [] : [`${what} at ${at}`];
  });
}

/** Each finds the first row that breaks a chain; NULL when it is whole. */
const links: readonly (readonly [what: string, sql: string])[] = [
  [
    'the chain of documents breaks',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN document AS p ON p.icv = d.icv - 1
     WHERE d.icv < 1 OR d.previous_hash IS NOT iif(d.icv = 1, '${firstPreviousHash}', p.hash)`,
  ],
  [
    'a submission is missing',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN submission AS s USING (icv) WHERE s.icv IS NULL`,
  ],
  [
    'the audit log breaks',
    `SELECT min(a.id) FROM audit AS a LEFT JOIN audit AS p ON p.id = a.id - 1
     WHERE a.previous_hash IS NOT iif(a.id = 1, (SELECT id FROM ledger), p.hash)`,
  ],
];

function say(message: CopyMessage): void {
  parentPort?.postMessage(message);
}

async function run({ source, file }: CopyTask): Promise<void> {
  try {
    if (source !== undefined) await copy(source, file);
    say({ step: 'checking' });
    say({ step: 'checked', findings: check(file) });
  } catch (error) {
    const code = error instanceof BetterSqlite3.SqliteError ? error.code : '';
    say({ step: 'failed', code, message: String(error) });
  }
}

await run(workerData as CopyTask);
