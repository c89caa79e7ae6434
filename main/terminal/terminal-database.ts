import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { FailureError, fail } from '../../shared/failure.ts';
import { type Database, openDatabase, withFailures } from '../ledger/database.ts';
import { terminalMigrations } from '../people/migrations.ts';

/**
 * Opens the terminal.db of a data folder. One that is damaged is put aside as `terminal.db.damaged-<milliseconds>` and
 * begun anew: the vault has the people, and the folders of the environments have the rest that counts, so that whoever
 * spoils this one file closes no shop.
 * @throws FailureError `ledger-newer`, `ledger-broken` where it cannot be put aside, `folder-unusable`, `disk-full`,
 * `database-busy`
 */
export function openTerminalDatabase(folder: string): Database {
  const file = path.join(folder, 'terminal.db');
  try {
    return openWhole(file);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'ledger-broken') throw error;
    if (!putAside(file)) throw error;
    return openWhole(file);
  }
}

function openWhole(file: string): Database {
  const database = openDatabase(file, terminalMigrations);
  try {
    withFailures(() => check(database));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Reads all there is: the version alone does not say that the tables are there. */
function check(database: Database): void {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') fail('ledger-broken');
  for (const columns of [
    'name, role, salt, pin FROM person',
    'revision, mac FROM people_seal',
    'subject, failures, try_at FROM attempt',
    'key FROM setting',
  ])
    database.prepare(`SELECT ${columns}`).get();
  const broken = database.prepare('SELECT 1 FROM setting WHERE NOT json_valid(value) LIMIT 1').get();
  if (broken !== undefined) fail('ledger-broken');
}

/** @returns whether it could be moved; on Windows it cannot be while another program has it open */
function putAside(file: string): boolean {
  const mark = `.damaged-${Date.now()}`;
  try {
    // The log first: without its database it says nothing, and with a new one it would say something wrong.
    for (const ending of ['-wal', '-shm', ''])
      if (existsSync(file + ending)) renameSync(file + ending, `${file}${mark}${ending}`);
    return true;
  } catch {
    return false;
  }
}
