import { type ProcessLock, takeLock } from '../ledger/process-lock.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Whether this process leads its folder: who does takes up what a crash left under way, makes backups and serves apps;
 * others may issue and send beside it. When the one that leads ends, however it ends, another of them does.
 */
export interface LeaderLock {
  readonly isHeld: boolean;
  /** Does this work as soon as it leads: now, or `later`, when another that leads today has ended. */
  whenHeld(work: (later: boolean) => void): void;
  /** Gives it up, or tries no more. */
  release(): void;
}

/** The lock, in the environment's folder. */
export const leaderLockFile = 'lead.lock';

/** How often one that does not lead tries to, milliseconds. */
const tryEvery = 10_000;

/**
 * @param file the lock
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function createLeaderLock(file: string, clock: Clock, onError: (error: unknown) => void): LeaderLock {
  let held: ProcessLock | undefined = takeLock(file);
  let cancel = () => {};

  function tryLater(work: (later: boolean) => void): void {
    cancel = clock.after(tryEvery, () => {
      try {
        held = takeLock(file);
      } catch (error) {
        onError(error);
      }
      if (held === undefined) tryLater(work);
      else work(true);
    });
  }

  return {
    get isHeld() {
      return held !== undefined;
    },
    whenHeld(work) {
      if (held === undefined) tryLater(work);
      else work(false);
    },
    release() {
      cancel();
      held?.release();
      held = undefined;
    },
  };
}
