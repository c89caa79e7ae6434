import BetterSqlite3 from 'better-sqlite3';
import { withFailures } from './database.ts';

/** Held by the one process that leads a data folder; ends with the process, however it ends. */
export interface FolderLead {
  release(): void;
}

/**
 * Takes the lead of a data folder: who has it makes the vault and takes up what a crash left under way. Others may
 * issue and send beside it. An exclusive SQLite transaction is the lock, because the system frees it with the process.
 * @returns undefined when another process leads
 */
export function takeLead(file: string): FolderLead | undefined {
  return withFailures(() => {
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
