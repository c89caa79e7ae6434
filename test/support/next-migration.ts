import BetterSqlite3 from 'better-sqlite3';
import type { Migration } from '../../main/books/ledger/database/database.ts';
import { schemaDigest } from '../../main/books/ledger/database/schema-form.ts';

/** Returns a further step of a schema, with its digest. @param before the steps that it follows */
export function nextMigration(name: string, sql: string, before: readonly Migration[] = []): Migration {
  const database = new BetterSqlite3(':memory:');
  try {
    for (const each of before) database.exec(each.sql);
    database.exec(sql);
    return { name, sql, schema: schemaDigest(database) };
  } finally {
    database.close();
  }
}
