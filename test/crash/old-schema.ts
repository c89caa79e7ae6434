import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import { migrations } from '../../main/books/ledger/database/migrations/index.ts';
import type { Random } from './random.ts';

/**
 * The first schema version with credential flows. Earlier ones kept a single key under another name in the vault, and
 * the laboratory has no such folders.
 */
const firstSchemaWithFlows = 5;
/** The first schema version that can issue replacements for rejected documents. */
const firstSchemaWithReissues = 8;
/** The first schema version with payments: before it there was no exchange, and a migration would guess its amounts. */
const firstSchemaWithPayments = 16;

/** The tables in the order of their foreign keys. */
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
 * Converts a closed ledger to the schema of an earlier version of the product, with the same documents in it.
 * @returns how many migrations it lacks
 */
export function makeOldSchema(file: string, random: Random): number {
  const old = `${file}.old-schema`;
  const database = new BetterSqlite3(file);
  const hasReissues = database.prepare('SELECT 1 FROM reissue').get() !== undefined;
  const hasExchanges = database.prepare("SELECT 1 FROM payment WHERE means = 'exchange'").get() !== undefined;
  const first = hasReissues ? firstSchemaWithReissues : firstSchemaWithFlows;
  const schema = random.whole(hasExchanges ? firstSchemaWithPayments : first, migrations.length - 1);
  openDatabase(old, migrations.slice(0, schema)).close();
  try {
    database.exec(`ATTACH '${old.replaceAll("'", "''")}' AS old`);
    const columnsOf = (schema: string, table: string) =>
      database
        .prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)')
        .pluck()
        .all(table, schema);
    for (const table of tables) {
      const newColumns = columnsOf('main', table);
      const columns = columnsOf('old', table).filter((column) => newColumns.includes(column));
      if (columns.length === 0) continue;
      const list = columns.join(', ');
      database.exec(`INSERT INTO old.${table} (${list}) SELECT ${list} FROM main.${table} ORDER BY 1`);
    }
  } finally {
    database.close();
  }
  replace(file, old);
  // The older schema has no card payments, so the card terminal's are deleted too.
  rmSync(path.join(path.dirname(file), 'card-simulator.jsonl'), { force: true });
  return migrations.length - schema;
}

function replace(file: string, by: string): void {
  const database = new BetterSqlite3(by);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  renameSync(by, file);
}
