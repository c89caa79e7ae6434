import { parentPort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { createPrivately } from '../../base/platform/files/private-files.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { checkRecords } from './check/check-records.ts';
import { faultOfRecords } from './check/finding-words.ts';
import { alteredPart } from './database/database.ts';
import { firstPreviousHash } from './database/first-previous-hash.ts';
import { migrations } from './database/schema/index.ts';

/*
 * The copy thread (see copy.ts): copying, syncing and checking a large file takes SQLite seconds to minutes in single
 * calls, during which the till must stay responsive.
 */

/** A task: it copies `source` into `file` if there is a source, and then checks `file`. */
export interface CopyTask {
  readonly source?: string | undefined;
  readonly file: string;
  /** True for a ledger that other programs have open; it is only read. */
  readonly isInUse?: boolean;
  /** True for a database that is not a ledger, so it has no chains to check. */
  readonly isOther?: boolean;
  /** Tables whose rows are copied; by default all. */
  readonly tables?: readonly string[] | undefined;
}

export type CopyMessage =
  | { readonly step: 'copying'; readonly done: number; readonly of: number }
  | { readonly step: 'checking'; readonly done?: number; readonly of?: number }
  | CopyResult;

/** The last message of a task. By then no file of it is open. */
export type CopyResult =
  /** The finding about the copy; empty when it has no fault. `ofSource`: the original ledger has the same fault. */
  | { readonly step: 'checked'; readonly findings: readonly string[]; readonly ofSource: boolean }
  | { readonly step: 'failed'; readonly code: string; readonly message: string };

/** The number of pages copied in one step, 2 MiB at the usual page size, so that progress can be shown often. */
const pagesPerStep = 512;

/** Copies the present state of the database, without anything that is committed meanwhile. */
async function copy(source: string, file: string): Promise<void> {
  const database = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    createPrivately(file);
    // A read transaction pins this state: otherwise each commit of others would restart the copy.
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

/** Checks a file, and leaves a copy as one file without a write-ahead log. */
function check({ file, isInUse = false, isOther, tables }: CopyTask): string[] {
  try {
    const database = new BetterSqlite3(file, { fileMustExist: true, readonly: isInUse });
    try {
      if (!isInUse) database.pragma('journal_mode = DELETE');
      if (tables !== undefined) keepRows(database, tables);
      return isOther ? damageIn(database) : findingsIn(database);
    } finally {
      database.close();
    }
  } catch (error) {
    // A file in use may be unavailable for a moment, which says nothing about its state.
    if (isInUse && !isDamage(error)) throw error;
    return [String(error)]; // The file is too damaged to read.
  }
}

const isDamage = (error: unknown) =>
  error instanceof BetterSqlite3.SqliteError &&
  (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB');

/** Empties all other tables, so that no trace of their rows stays in the file. */
function keepRows(database: BetterSqlite3.Database, tables: readonly string[]): void {
  const all = database
    .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .pluck()
    .all();
  for (const table of all)
    if (!tables.includes(table) && !table.startsWith('sqlite_')) database.exec(`DELETE FROM "${table}"`);
  database.exec('VACUUM');
}

/** Checks the file in use without changing it. */
function isDamaged(source: string): boolean {
  try {
    const database = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
    try {
      return findingsIn(database).length > 0;
    } finally {
      database.close();
    }
  } catch {
    return false; // The state of the file is unknown.
  }
}

function damageIn(database: BetterSqlite3.Database): string[] {
  const integrity = database.pragma('integrity_check(10)') as { integrity_check: string }[];
  return integrity.map((finding) => finding.integrity_check).filter((finding) => finding !== 'ok');
}

function findingsIn(database: BetterSqlite3.Database): string[] {
  const damage = damageIn(database);
  if (damage.length > 0) return damage;
  const altered = alteredPart(database, migrations);
  if (altered !== undefined) return [altered];
  const broken = links.flatMap(([what, sql]) => {
    const at = database.prepare<[], number | null>(sql).pluck().get() ?? undefined;
    return at === undefined ? [] : [`${what} at ${at}`];
  });
  // A backup of an earlier version is compared once it is migrated.
  const isOlder = Number(database.pragma('user_version', { simple: true })) < migrations.length;
  return broken.length > 0 || isOlder ? broken : alteredRecords(database);
}

/** Recomputes the audit log and compares it with all rows and texts; SQLite does not notice what is wrong within one. */
function alteredRecords(database: BetterSqlite3.Database): string[] {
  const id = database.prepare<[], string>('SELECT id FROM ledger').pluck().get() ?? '';
  const fault = faultOfRecords(checkRecords(database, createAuditLog(database, id), say));
  return fault === undefined ? [] : [fault];
}

/** Each query finds the first row that breaks a chain; NULL when there is none. */
const links: readonly (readonly [what: string, sql: string])[] = [
  [
    'the chain of documents breaks',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN document AS p ON p.icv = d.icv - 1
     WHERE d.icv < 1 OR d.previous_hash IS NOT iif(d.icv = 1, '${firstPreviousHash}', p.hash)`,
  ],
  [
    'a body is missing',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN body AS y USING (icv) WHERE y.icv IS NULL`,
  ],
  [
    'a submission is missing',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN submission AS s USING (icv) WHERE s.icv IS NULL`,
  ],
];

function say(message: CopyMessage): void {
  parentPort?.postMessage(message);
}

async function run(task: CopyTask): Promise<void> {
  try {
    if (task.source !== undefined) await copy(task.source, task.file);
    say({ step: 'checking' });
    const findings = check(task);
    const { source, isOther } = task;
    const ofSource = findings.length > 0 && !isOther && source !== undefined && isDamaged(source);
    say({ step: 'checked', findings, ofSource });
  } catch (error) {
    const code = error instanceof BetterSqlite3.SqliteError ? error.code : '';
    say({ step: 'failed', code, message: String(error) });
  }
}

parentPort?.on('message', (task: CopyTask) => void run(task));
