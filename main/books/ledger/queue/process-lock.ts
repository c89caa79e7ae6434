import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { createPrivately } from '../../../base/platform/files/private-files.ts';
import { withFailures } from '../database/database.ts';

/** A lock of one process. It ends with the process, even if that is killed. */
export interface ProcessLock {
  release(): void;
}

/** The connections that hold locks now; without this reference, the garbage collector would close them. */
const held = new Set<BetterSqlite3.Database>();

/**
 * Takes a lock, for instance for leading a folder, writing a vault, or sending. The lock is an exclusive SQLite
 * transaction, because the system releases it with the process.
 * @param file used for the lock only; created if missing
 * @returns undefined when another process, or this one, has the lock already
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function takeLock(file: string): ProcessLock | undefined {
  return withFailures(() => {
    // Where this process holds the lock already, opening and closing the file would end it, as POSIX has it.
    if (!existsSync(file)) createPrivately(file);
    const database = new BetterSqlite3(file, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
        return undefined;
      throw error;
    }
    held.add(database);
    return {
      release() {
        held.delete(database);
        database.close();
      },
    };
  });
}

/** Returns true when any process has this lock now; asking does not keep others from taking it. */
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
