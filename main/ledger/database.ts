import type BetterSqlite3 from 'better-sqlite3';

export type Database = BetterSqlite3.Database;

/** One step of a database's form; its number is its place in the list, from 1. Never changed once released. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Opens a database (`:memory:` for none on disk) and brings it to the newest form.
 * @throws FailureError `ledger-newer`, `ledger-broken`, `disk-full`, `database-busy`
 */
export function openDatabase(_file: string, _migrations: readonly Migration[]): Database {
  throw new Error('under construction');
}
