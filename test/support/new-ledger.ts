import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../main/ledger/database.ts';
import { type Ledger, openLedger } from '../../main/ledger/ledger.ts';
import { migrations } from '../../main/ledger/migrations/index.ts';
import type { Environment } from '../../shared/status.ts';

/*
 * New ledgers for tests. Every migration of the ledger since its first takes 30 ms, a third of the time of many tests,
 * so each worker runs them once; a ledger begins with the result, and gets an ID of its own when it is opened.
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
    // A log left by a ledger that a test removed does not belong to the new one.
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    // Some tests kill the process at random moments.
    writeFileSync(`${file}.new`, schema, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return openLedger(file, { environment });
}
