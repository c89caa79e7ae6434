import { type JobRunner, longestPauseMs } from '../../base/platform/job-runner.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { OrphanedClaims } from './orphaned-claims.ts';
import type { Pace } from './pace.ts';
import type { Timings } from './retry.ts';

export interface NextTickOptions extends Pick<JobRunner, 'guarded'> {
  readonly ledger: Pick<Ledger, 'queue'>;
  readonly pace: Pace;
  readonly orphans: OrphanedClaims;
  readonly profile: Timings;
  /** Called when a wait is longer than possible, because the clock was set back. */
  readonly onClockSetBack: () => void;
}

/**
 * Returns, once every permitted call has begun, the milliseconds until more may begin; undefined when only the end of a
 * call or a new document can bring more.
 */
export function createNextTick(options: NextTickOptions): (now: number) => number | undefined {
  const { ledger, pace, orphans, profile, guarded, onClockSetBack } = options;
  const { longest, beforeDeadline } = profile.retry;

  return (now) => {
    const orphansIn = guarded(() => orphans.look()) ?? longestPauseMs;
    const dueAt = guarded(() => ledger.queue.nextWakeAt());
    if (dueAt === undefined) return undefined;
    let at = Math.max(dueAt, pace.nextCallAt);
    if (pace.hasRoomForUrgent())
      at = Math.min(at, guarded(() => ledger.queue.nextUrgentAt(now, beforeDeadline)) ?? at);
    if (at <= now && pace.inFlight > 0) return undefined;
    // A claim may last longer than the longest wait, and is not changed. Another process may already have made the
    // documents due, but the pause of this process must still end.
    const pausedTooLong = (pace.breaker.pausedUntil ?? now) - now > longest;
    const waitsTooLong = at - now > longest && (guarded(() => ledger.queue.makeDueNow(now)) ?? 0) > 0;
    if (pausedTooLong || waitsTooLong) onClockSetBack();
    return Math.min(at - now, orphansIn);
  };
}
