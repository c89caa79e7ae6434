import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from './refuse.ts';

/**
 * Tries to take a lock that ends with the process, even if that is killed; undefined while another process has the
 * lock. The caller supplies this function: the system reliably releases only an SQLite transaction, and SQLite belongs
 * to the ledger.
 */
export type TakeLock = (file: string) => { release(): void } | undefined;

/** The milliseconds between two attempts at a lock, which is kept for a few of them, and their number. */
const pollIntervalMs = 10;
const looks = 1_000;

/**
 * Runs the work while no other process, and no other call in this one, has the same lock.
 * @throws FailureError `vault-unavailable` (unwritable) when the lock is not free
 */
export async function withLock<T>(take: TakeLock, file: string, work: () => Promise<T>): Promise<T> {
  for (let look = 0; look < looks; look += 1) {
    const lock = take(file);
    if (lock !== undefined) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    await pause(pollIntervalMs);
  }
  return refuse('unwritable');
}
