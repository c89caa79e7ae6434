import { existsSync } from 'node:fs';
import { moveFileSync } from './move-file.ts';

/**
 * Renames a damaged SQLite database to `<file>.damaged-<milliseconds>`, so that it is kept and a new one may begin.
 * @returns the new path; undefined when it could not be moved, as on Windows while another program has it open
 */
export function setDatabaseAside(file: string): string | undefined {
  const kept = `${file}.damaged-${Date.now()}`;
  try {
    // The write-ahead log is moved first, because it belongs to the old database and would damage a new one.
    for (const ending of ['-wal', '-shm', ''])
      if (existsSync(file + ending)) moveFileSync(file + ending, `${kept}${ending}`);
    return kept;
  } catch {
    return undefined;
  }
}
