import BetterSqlite3 from 'better-sqlite3';
import { FailureError, fail } from '../../../../shared/failure.ts';
import { createPrivately } from '../../../base/platform/files/private-files.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import { emptySchema, schemaDifference } from './schema-form.ts';

export type Database = BetterSqlite3.Database;

/** One step of a database's schema; its number is its position in the list, from 1. A released step never changes. */
export interface Migration {
  readonly name: string;
  /** The statements, which run once. */
  readonly sql: string;
  /** The digest of the whole schema after this step, see `schemaDigest`; a test reports the value. */
  readonly schema: string;
}

/** The number of milliseconds that a writer waits for another process. */
const busyTimeoutMs = 5_000;

/**
 * The number of pages in the write-ahead log (4 KiB each) from which an idle moment is used to move them into the file.
 * With fewer it is not worthwhile: the commit after a checkpoint needs one more sync, since the log starts again.
 */
const worthCheckpointing = 256;

/** The pages in the log, 64 MiB in total, from which a commit moves it if the terminal was never idle. */
const lastResortCheckpoint = 16_384;

/**
 * Opens a database and migrates it to the newest schema; an older one is copied first (see `copyBeforeMigration`). For
 * a database in memory, pass `:memory:` or its initial bytes. Whatever it runs later throws failures too, where a person
 * can do something about an error of SQLite.
 * @param isCopy true for a file that is itself a copy, whose original stays
 * @param beforeWriting called before each commit; an error that it throws prevents the commit
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`, `disk-full`, `database-busy`
 */
export function openDatabase(
  file: string | Buffer,
  migrations: readonly Migration[],
  {
    isCopy = false,
    beforeWriting,
  }: { readonly isCopy?: boolean; readonly beforeWriting?: (() => void) | undefined } = {},
): Database {
  return withFailures(() => {
    if (typeof file === 'string' && file !== ':memory:') createPrivately(file);
    const database = new BetterSqlite3(file, { timeout: busyTimeoutMs });
    try {
      // These checks come first, so that nothing is written into a file with an unknown schema, and none of its triggers run.
      refuseNewer(database, migrations);
      refuseAltered(database, migrations);
      configure(database);
      const schema = version(database);
      const isKept = schema > 0 && schema < migrations.length && !database.memory && !isCopy;
      if (isKept) copyBeforeMigration(database, schema);
      migrate(database, migrations);
      return throwingFailures(database, beforeWriting);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Opens a database for reading only.
 * @returns undefined when it has an older schema, in which it cannot be read
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`
 */
export function openReadOnly(file: string, migrations: readonly Migration[]): Database | undefined {
  return withFailures(() => {
    const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    try {
      refuseNewer(database, migrations);
      refuseAltered(database, migrations);
      if (version(database) === migrations.length) return throwingFailures(database);
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
    return undefined;
  });
}

/**
 * Opens a database, and refuses a damaged file.
 * @param check reads what must be readable, and throws if it is not; by default nothing more
 * @throws FailureError as `openDatabase`, and `ledger-broken` when a part is unreadable
 */
export function openSound(
  file: string,
  migrations: readonly Migration[],
  check: (database: Database) => void = () => undefined,
): Database {
  const database = openDatabase(file, migrations);
  try {
    withFailures(() => {
      if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') fail('ledger-broken');
      check(database);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Moves the write-ahead log into the file if that is worthwhile; never waits for other connections. */
export function checkpoint(database: Database): void {
  // NOOP only counts the pages in the log, and those that are already in the file.
  const [wal] = database.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  if (wal.log - wal.checkpointed >= worthCheckpointing) database.pragma('wal_checkpoint(PASSIVE)');
}

/** Returns SQLite's count of the commits that other connections made. */
export const commitsOfOthers = (database: Database): number =>
  database.pragma('data_version', { simple: true }) as number;

/** Runs database work; SQLite errors that a person can fix become failures. */
export function withFailures<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFailure(error);
  }
}

/** Returns the connection in a form in which all that it runs throws failures, as `withFailures` does. */
function throwingFailures(raw: Database, beforeWriting: (() => void) | undefined = undefined): Database {
  const guarding = <A extends unknown[], R>(run: (...given: A) => R): ((...given: A) => R) =>
    beforeWriting === undefined
      ? run
      : (...given) => {
          if (!raw.inTransaction) beforeWriting();
          return run(...given);
        };
  const prepare = (sql: string) => {
    const made = withFailures(() =>
      raw.prepare.call<Database, [string], BetterSqlite3.Statement>(shown, sql),
    );
    return Object.assign(made, {
      run: guarding(converting(made.run.bind(made))),
      get: converting(made.get.bind(made)),
      all: converting(made.all.bind(made)),
      iterate: convertingRows(made.iterate.bind(made)),
    });
  };
  const transaction = <A extends unknown[], R>(work: (...given: A) => R) => {
    const made = raw.transaction(work);
    return Object.assign(guarding(converting<A, R>(made)), {
      deferred: converting<A, R>(made.deferred),
      immediate: guarding(converting<A, R>(made.immediate)),
      exclusive: guarding(converting<A, R>(made.exclusive)),
    });
  };
  const pragma = converting(raw.pragma.bind(raw));
  const shown: Database = Object.create(raw, {
    prepare: { value: prepare },
    transaction: { value: transaction },
    pragma: { value: pragma },
  });
  return shown;
}

const converting =
  <A extends unknown[], R>(run: (...given: A) => R) =>
  (...given: A): R =>
    withFailures(() => run(...given));

const convertingRows = <A extends unknown[], R>(iterate: (...given: A) => IterableIterator<R>) =>
  function* (...given: A): IterableIterator<R> {
    try {
      yield* iterate(...given);
    } catch (error) {
      throw asFailure(error);
    }
  };

function configure(database: Database): void {
  switchToWal(database);
  // The default for a write-ahead log is NORMAL, which loses the last commits at a power failure. FULL is set
  // explicitly after the switch, and stays: every commit is synced before it returns.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Functions hidden in an altered schema do not run.
  database.pragma('trusted_schema = OFF');
  database.pragma(`wal_autocheckpoint = ${lastResortCheckpoint}`);
}

/** If two processes create the same file at once, one gets a busy error; SQLite itself does not wait here. */
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

/**
 * Refuses a database with a newer schema. @throws FailureError `ledger-newer` when a newer program has migrated it,
 * even after it was opened here
 */
export function refuseNewer(database: Database, migrations: readonly Migration[]): void {
  const found = version(database);
  if (found > migrations.length) fail('ledger-newer', { detail: { found, known: migrations.length } });
}

/**
 * Refuses a database whose schema is not exactly that of its own number.
 * @throws FailureError `ledger-broken` (detail `found`: the first difference)
 */
function refuseAltered(database: Database, migrations: readonly Migration[]): void {
  const found = database.transaction(() => alteredPart(database, migrations)).deferred();
  if (found !== undefined) fail('ledger-broken', { detail: { found } });
}

/** Returns the first part of a database's schema that is not that of its number, in a few English words. */
export function alteredPart(database: Database, migrations: readonly Migration[]): string | undefined {
  const steps = migrations.slice(0, version(database));
  return schemaDifference(database, steps.at(-1)?.schema ?? emptySchema, () =>
    openDatabase(':memory:', steps),
  );
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  const next = database.transaction(() => {
    // The number is read within the transaction, since another process may have run this step meanwhile.
    const done = version(database);
    const migration = migrations[done];
    if (migration === undefined) return false;
    database.exec(migration.sql);
    database.pragma(`user_version = ${done + 1}`);
    return true;
  });
  while (next.immediate()) {
    // Each step is one transaction.
  }
  refuseNewer(database, migrations);
}

/** Converts an error of SQLite to a failure if a person can fix it; returns others unchanged. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof BetterSqlite3.SqliteError)) return error;
  const { code } = error;
  const detail = { sqlite: code };
  // A full disk appears in the log's shared index as an I/O error.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE')
    return new FailureError({ code: 'disk-full', detail }, { cause: error });
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new FailureError({ code: 'folder-unusable', detail }, { cause: error });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new FailureError({ code: 'database-busy', detail }, { cause: error });
  // All statements are fixed and tested, so an SQLITE_ERROR means that the file has another schema.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'SQLITE_ERROR')
    return new FailureError({ code: 'ledger-broken', detail }, { cause: error });
  return error;
}
