import { readdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { ProcessLock } from './process-lock.ts';

/**
 * Opens every database and every lock of a data folder exclusively for this process.
 * @returns undefined while another program has any of them open
 */
export function holdAlone(folder: string): ProcessLock | undefined {
  const held: BetterSqlite3.Database[] = [];
  const release = () => {
    for (const each of held) each.close();
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(db|lock)$/.test(name)) continue;
    try {
      const database = new BetterSqlite3(path.join(folder, name), { timeout: 0, fileMustExist: true });
      held.push(database);
      // With a write-ahead log this fails even while another connection only reads.
      database.pragma('locking_mode = EXCLUSIVE');
      database.exec('BEGIN EXCLUSIVE; COMMIT');
    } catch (error) {
      if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
      // A damaged file, or another kind of file with such a name, is not in use.
      if (!error.code.startsWith('SQLITE_BUSY')) continue;
      release();
      return undefined;
    }
  }
  return { release };
}
