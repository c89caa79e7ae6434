import { renameSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../../main/ledger/database.ts';
import { migrations } from '../../main/ledger/migrations/index.ts';
import type { Random } from './random.ts';

/** Before these a terminal had one key, under another name in its vault: such a folder is no shop of ours. */
const firstFormWithFlows = 5;
/** An earlier version could not issue replacements for rejected documents. */
const firstFormWithReissues = 8;

/** In the order in which rows may refer to each other. */
const tables = [
  'ledger',
  'document',
  'submission',
  'submission_event',
  'cleared_document',
  'audit',
  'flow',
  'series_result',
  'credential',
  'setting',
  'reference',
  'credential_refusal',
  'reissue',
];

/**
 * Makes a ledger that nobody has open into one of an earlier version of the product: made by the earlier migrations
 * alone, with the same documents in it.
 * @returns how many migrations it lacks
 */
export function makeOldForm(file: string, random: Random): number {
  const old = `${file}.old-form`;
  const database = new BetterSqlite3(file);
  const hasReissues = database.prepare('SELECT 1 FROM reissue').get() !== undefined;
  const form = random.whole(hasReissues ? firstFormWithReissues : firstFormWithFlows, migrations.length - 1);
  openDatabase(old, migrations.slice(0, form)).close();
  try {
    database.exec(`ATTACH '${old.replaceAll("'", "''")}' AS old`);
    const columnsOf = (schema: string, table: string) =>
      database
        .prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)')
        .pluck()
        .all(table, schema);
    for (const table of tables) {
      const known = columnsOf('main', table);
      const columns = columnsOf('old', table).filter((column) => known.includes(column));
      if (columns.length === 0) continue;
      const list = columns.join(', ');
      database.exec(`INSERT INTO old.${table} (${list}) SELECT ${list} FROM main.${table} ORDER BY 1`);
    }
  } finally {
    database.close();
  }
  replace(file, old);
  return migrations.length - form;
}

function replace(file: string, by: string): void {
  const database = new BetterSqlite3(by);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  renameSync(by, file);
}
