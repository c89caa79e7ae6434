import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { createPrivately } from '../platform/private-files.ts';
import { withFailures } from './database.ts';

/** Held by one process; ends with it, however it ends. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes a lock: who leads a folder, who writes a vault, who sends. An exclusive SQLite transaction is the lock, because
 * the system frees it with the process.
 * @param file of the lock alone; made when it is not there
 * @returns undefined when another process holds it, or this one does already
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function takeLock(file: string): ProcessLock | undefined {
  return withFailures(() => {
    createPrivately(file);
    const database = new BetterSqlite3(file, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
        return undefined;
      throw error;
    }
    return { release: () => database.close() };
  });
}

/** Whether any process holds this lock now; asking keeps nobody from taking it. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  return withFailures(() => {
    const database = new BetterSqlite3(file, { readonly: true, timeout: 0 });
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return false;
    } catch (error) {
      if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
      throw error;
    } finally {
      database.close();
    }
  });
}
