import BetterSqlite3 from 'better-sqlite3';
import { FailureError, fail } from '../../shared/failure.ts';
import { createPrivately } from '../platform/private-files.ts';
import { keepForm } from './keep-form.ts';

export type Database = BetterSqlite3.Database;

/** One step of a database's form; its number is its place in the list, from 1. Never changed once released. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** How long a writer waits for another process. */
const busyTimeoutMs = 5_000;

/**
 * Pages in the write-ahead log (4 KiB each) from which an idle moment is used to move them into the file. Fewer are
 * left alone: the commit after a checkpoint costs one sync more, since the log begins anew.
 */
const worthCheckpointing = 256;

/** 64 MiB: past this, a terminal that was never idle moves the log within a commit after all. */
const lastResortCheckpoint = 16_384;

/**
 * Opens a database (`:memory:` for none on disk) and brings it to the newest form; one that has an older form is copied
 * first (see `keepForm`).
 * @param isCopy it is a copy itself, whose original stays
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`, `disk-full`, `database-busy`
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  { isCopy = false }: { readonly isCopy?: boolean } = {},
): Database {
  return withFailures(() => {
    if (file !== ':memory:') createPrivately(file);
    const database = new BetterSqlite3(file, { timeout: busyTimeoutMs });
    try {
      refuseNewer(database, migrations); // before anything is written into a file we may not understand
      configure(database);
      const form = version(database);
      const isKept = form > 0 && form < migrations.length && !database.memory && !isCopy;
      if (isKept) keepForm(database, form);
      migrate(database, migrations);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Opens a database that nobody writes.
 * @returns undefined when it has an older form, in which it cannot be read
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`
 */
export function openReadOnly(file: string, migrations: readonly Migration[]): Database | undefined {
  return withFailures(() => {
    const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    try {
      refuseNewer(database, migrations);
      if (version(database) === migrations.length) return database;
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
    return undefined;
  });
}

/** Moves the write-ahead log into the file if that is worth it; never waits for others. */
export function checkpoint(database: Database): void {
  // NOOP only counts: pages in the log, and how many of them are in the file already.
  const [wal] = database.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  if (wal.log - wal.checkpointed >= worthCheckpointing) database.pragma('wal_checkpoint(PASSIVE)');
}

/** Runs database work; what SQLite throws becomes a failure where a person can do something about it. */
export function withFailures<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFailure(error);
  }
}

function configure(database: Database): void {
  switchToWal(database);
  // The default for a write-ahead log is NORMAL, which loses the last commits with the power.
  // Said explicitly, and after the switch, FULL stays: every commit is synced before it answers.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Functions hidden in a schema that someone altered do not run.
  database.pragma('trusted_schema = OFF');
  database.pragma(`wal_autocheckpoint = ${lastResortCheckpoint}`);
}

/** Of two processes that make the same file at once one is told that it is busy, and SQLite does not wait here itself. */
function switchToWal(database: Database): void {
  const until = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function version(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

function refuseNewer(database: Database, migrations: readonly Migration[]): void {
  const found = version(database);
  if (found > migrations.length) fail('ledger-newer', { detail: { found, known: migrations.length } });
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  const next = database.transaction(() => {
    // Read within the transaction: another process may have taken this step meanwhile.
    const done = version(database);
    const migration = migrations[done];
    if (migration === undefined) return false;
    database.exec(migration.sql);
    database.pragma(`user_version = ${done + 1}`);
    return true;
  });
  while (next.immediate()) {
    // one transaction for each step
  }
  refuseNewer(database, migrations);
}

/** What SQLite threw, as a failure where a person can do something about it; anything else as it is. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof BetterSqlite3.SqliteError)) return error;
  const { code } = error;
  const detail = { sqlite: code };
  // A full disk shows itself in the shared index of the log as an I/O error.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE')
    return new FailureError({ code: 'disk-full', detail }, { cause: error });
  if (code === 'SQLITE_CANTOPEN' || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new FailureError({ code: 'folder-unusable', detail }, { cause: error });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new FailureError({ code: 'database-busy', detail }, { cause: error });
  // All statements are fixed and tested: one that does not fit (SQLITE_ERROR) means that the file has another form.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'SQLITE_ERROR')
    return new FailureError({ code: 'ledger-broken', detail }, { cause: error });
  return error;
}
