import { FailureError } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { type ProcessLock, takeLock } from '../../books/ledger/queue/process-lock.ts';

/** The lock, in the environment's folder. */
export const leaderLockFile = 'lead.lock';

/** The number of milliseconds between two attempts of a process that does not lead. */
const tryEvery = 10_000;

/**
 * Decides whether this process leads its folder. The leader resumes work that a crash interrupted, makes backups and
 * serves apps; others may issue and send beside it. When the leader ends, in whatever way, another process becomes the
 * leader.
 * @param file the lock
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function createLeaderLock(file: string, clock: Clock, onError: (error: unknown) => void) {
  let lock: ProcessLock | undefined = takeLock(file);
  let cancel = () => {};

  /** The lock is taken before `refuse` is asked: a reason may have arisen while another program led. */
  function takeUnlessRefused(refuse: () => void): void {
    lock = takeLock(file);
    if (lock === undefined) return;
    try {
      refuse();
    } catch (error) {
      release();
      throw error;
    }
  }

  function tryLater(work: (later: boolean) => void, refuse: () => void): void {
    cancel = clock.after(tryEvery, () => {
      try {
        takeUnlessRefused(refuse);
      } catch (error) {
        onError(error);
        if (error instanceof FailureError && error.failure.code === 'ledger-newer') return;
      }
      if (lock === undefined) tryLater(work, refuse);
      else work(true);
    });
  }

  /** Releases the lock, or stops trying to get it. */
  function release(): void {
    cancel();
    lock?.release();
    lock = undefined;
  }

  return {
    get isLeader() {
      return lock !== undefined;
    },
    /**
     * Runs this work as soon as this process leads: now, or `later`, when the present leader has ended.
     * @param refuse throws when this process must never lead any more
     */
    whenLeading(work: (later: boolean) => void, refuse: () => void) {
      if (lock === undefined) tryLater(work, refuse);
      else work(false);
    },
    release,
  };
}
