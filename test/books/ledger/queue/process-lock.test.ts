import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../../main/books/ledger/queue/process-lock.ts';
import { newFolder } from '../../../support/khatm.ts';

/** Tries to take the lock in another process. */
const takenElsewhere = (file: string): string => {
  const program = `
    const database = new (require('better-sqlite3'))(process.argv[1], { timeout: 0 });
    try { database.exec('BEGIN EXCLUSIVE'); console.log('taken'); } catch ({ code }) { console.log(code); }`;
  return execFileSync(process.execPath, ['-e', program, file], { encoding: 'utf8' }).trim();
};

test('a lock that its own process asks for again keeps other processes out, until it is released', () => {
  const file = path.join(newFolder('lock'), 'flow.lock');
  const lock = takeLock(file);
  expect(takenElsewhere(file)).toBe('SQLITE_BUSY');
  expect(takeLock(file)).toBeUndefined();
  expect(takenElsewhere(file)).toBe('SQLITE_BUSY');
  lock?.release();
  expect(takenElsewhere(file)).toBe('taken');
});
