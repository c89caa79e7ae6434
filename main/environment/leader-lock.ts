import { type ProcessLock, takeLock } from '../ledger/process-lock.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Decides whether this process leads its folder. The leader resumes work that a crash interrupted, makes backups and
 * serves apps; others may issue and send beside it. When the leader ends, in whatever way, another process becomes the
 * leader.
 */
export interface LeaderLock {
  readonly isLeader: boolean;
  /** Does this work as soon as this process leads: now, or `later`, when the present leader has ended. */
  whenLeading(work: (later: boolean) => void): void;
  /** Releases the lock, or stops trying to get it. */
  release(): void;
}

/** The lock, in the environment's folder. */
export const leaderLockFile = 'lead.lock';

/** Milliseconds between two tries of a process that does not lead. */
const tryEvery = 10_000;

/**
 * @param file the lock
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function createLeaderLock(file: string, clock: Clock, onError: (error: unknown) => void): LeaderLock {
  let lock: ProcessLock | undefined = takeLock(file);
  let cancel = () => {};

  function tryLater(work: (later: boolean) => void): void {
    cancel = clock.after(tryEvery, () => {
      try {
        lock = takeLock(file);
      } catch (error) {
        onError(error);
      }
      if (lock === undefined) tryLater(work);
      else work(true);
    });
  }

  return {
    get isLeader() {
      return lock !== undefined;
    },
    whenLeading(work) {
      if (lock === undefined) tryLater(work);
      else work(false);
    },
    release() {
      cancel();
      lock?.release();
      lock = undefined;
    },
  };
}
