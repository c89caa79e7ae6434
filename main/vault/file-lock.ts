import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from './refuse.ts';

/**
 * Tries to take a lock that ends with the process, however it ends; undefined while another has it. Handed in, because
 * what the system frees by itself is an SQLite transaction, and that is the ledger's.
 */
export type TakeLock = (file: string) => { release(): void } | undefined;

/** Between two looks at a lock that another has, and how many looks: it is held for some milliseconds. */
const lookEvery = 10;
const looks = 1_000;

/**
 * Works while no other process, nor another opening in this one, does so under the same lock.
 * @throws FailureError `vault-unavailable` (unwritable) when the lock is not to be had
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
    await pause(lookEvery);
  }
  return refuse('unwritable');
}
