import { copyFileSync, existsSync, rmSync } from 'node:fs';

/**
 * The suffixes of the database file, of SQLite's log, and of the record of the drawer's pulses. The shared memory file
 * is not copied, because it is rebuilt from the log.
 */
const endings = ['', '-wal', '.pulses'];

/** Copies a ledger that no process has open, so that it can be restored later. */
export function copyLedger(file: string, name: string): { putBack(): void } {
  const copy = (ending: string) => `${file}.${name}${ending}`;
  for (const ending of endings) if (existsSync(file + ending)) copyFileSync(file + ending, copy(ending));
  return {
    putBack() {
      for (const ending of [...endings, '-shm']) rmSync(file + ending, { force: true });
      for (const ending of endings) {
        if (!existsSync(copy(ending))) continue;
        copyFileSync(copy(ending), file + ending);
        rmSync(copy(ending));
      }
    },
  };
}
