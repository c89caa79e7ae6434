import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { withFailures } from './database.ts';

/**
 * Returns the number of a database's schema without migrating it; undefined when there is no such file.
 * @throws FailureError `ledger-broken`, `folder-unusable`, `database-busy`
 */
export function schemaNumber(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  return withFailures(() => {
    const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    try {
      return database.pragma('user_version', { simple: true }) as number;
    } finally {
      database.close();
    }
  });
}
