import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import { migrations } from '../../main/books/ledger/database/schema/index.ts';
import { type Ledger, openLedger } from '../../main/books/ledger/ledger.ts';
import type { Environment } from '../../shared/status.ts';

/*
 * Makes new ledgers for tests. All migrations of a ledger together take 30 ms, which is a third of the time of many
 * tests, so each worker runs them only once. A new ledger begins as a copy of the result, and gets an ID of its own
 * when it is opened.
 */

let schema: Buffer | undefined;

function newestSchema(): Buffer {
  const database = openDatabase(':memory:', migrations);
  try {
    return database.serialize();
  } finally {
    database.close();
  }
}

/** Opens a ledger in memory. */
export function ledgerInMemory(environment: Environment = 'training'): Ledger {
  schema ??= newestSchema();
  return openLedger(schema, { environment });
}

/** Opens the ledger in this file, which is created if it is missing. */
export function ledgerIn(file: string, environment: Environment = 'training'): Ledger {
  schema ??= newestSchema();
  if (!existsSync(file)) {
    // If a test removed a ledger but not its log, that log does not belong to the new ledger.
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    // The file is renamed only when it is complete, because some tests kill the process at random moments.
    writeFileSync(`${file}.new`, schema, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return openLedger(file, { environment });
}
