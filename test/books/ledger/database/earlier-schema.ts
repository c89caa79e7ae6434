import BetterSqlite3 from 'better-sqlite3';
import { type Database, openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/migrations/index.ts';

interface Part {
  readonly type: 'trigger' | 'index' | 'table';
  readonly name: string;
  readonly sql: string;
}

/**
 * Converts a closed ledger back to the schema of its first migrations, with the same rows. A later migration that only
 * adds something needs nothing here. A table that was remade with other columns keeps only those of the earlier table.
 * @param count the number of migrations to keep
 */
export function takeBackTo(count: number, file: string): void {
  const earlier = openDatabase(':memory:', migrations.slice(0, count));
  const database = new BetterSqlite3(file);
  database.pragma('foreign_keys = OFF');
  const before = new Map(partsOf(earlier).map((part) => [`${part.type} ${part.name}`, part]));
  const isSame = ({ type, name, sql }: Part) => {
    const existing = before.get(`${type} ${name}`);
    return existing !== undefined && (type === 'table' || existing.sql === sql);
  };
  for (const part of partsOf(database))
    if (!isSame(part)) database.exec(`DROP ${part.type} IF EXISTS "${part.name}"`);
  for (const { type, name } of before.values()) {
    if (type !== 'table') continue;
    const columns = new Set(columnsOf(earlier, name));
    for (const column of columnsOf(database, name))
      if (!columns.has(column)) database.exec(`ALTER TABLE "${name}" DROP COLUMN "${column}"`);
  }
  const now = new Set(partsOf(database).map(({ type, name }) => `${type} ${name}`));
  for (const [key, { sql }] of before) if (!now.has(key)) database.exec(sql);
  database.pragma(`user_version = ${count}`);
  database.close();
  earlier.close();
}

/**
 * Triggers and indices are removed first, because they refer to columns. Virtual tables are removed before their own
 * parts.
 */
function partsOf(database: Database): Part[] {
  return database
    .prepare<[], Part>(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
       ORDER BY type = 'table', sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .all();
}

function columnsOf(database: Database, table: string): string[] {
  return database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}
