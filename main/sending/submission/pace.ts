import type { Clock } from '../../base/platform/clock.ts';
import type { JobRunner } from '../../base/platform/job-runner.ts';
import type { Claimed, ClaimRequest } from '../../books/ledger/documents/submission.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import { createCallSpacing } from './call-spacing.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createInFlight, type EndedCall } from './in-flight.ts';
import type { Hold } from './pause.ts';
import { createRate } from './rate.ts';
import type { Timings } from './retry.ts';
import { type CopyReaders, createSettleCall, type SettledCall } from './settle-call.ts';

export interface PaceOptions extends CopyReaders, Pick<JobRunner, 'jobs' | 'guarded'> {
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly profile: Timings;
  /** The largest number of simultaneous calls. */
  readonly concurrency: number;
  /** Called when a call has ended; `written` must be called once its row is written. */
  readonly onEnd: (call: SettledCall & Pick<EndedCall, 'written'>) => void;
  /** Called when a pause for all programs on the folder begins, is longer, or ends here. */
  readonly onHold: (hold: Hold | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** Sends documents as fast as the authority can handle, and knows how many to prefetch. */
export function createPace(options: PaceOptions) {
  const { send, clock, random, profile, concurrency, jobs, guarded, isCopyOf, onEnd, onError } = options;
  const spacing = createCallSpacing(concurrency);
  const breaker = createCircuitBreaker(spacing, profile, random, options.onHold);
  const rate = createRate(clock);
  const settle = createSettleCall({ breaker, profile, random, guarded, isCopyOf });
  const inFlight = createInFlight({ send, clock, jobs, onEnd: settleAndNotify, onError });

  function settleAndNotify({ written, ...call }: EndedCall): void {
    const settled = settle(call, clock.now());
    const { state } = settled.settlement.decision;
    if (state === 'accepted' || state === 'rejected') rate.note();
    onEnd({ ...settled, written });
  }

  const prefetch = () => (breaker.pauseReason === undefined ? spacing.prefetch : 0);

  return {
    breaker,
    /** The time at which the next due document may be sent, in milliseconds since 1970. */
    get nextCallAt() {
      return breaker.pausedUntil ?? spacing.nextCallAt;
    },
    /** The number of documents per second that were recently accepted or rejected. */
    get perSecond() {
      return rate.perSecond();
    },
    get inFlight() {
      return inFlight.count;
    },
    /** The number of documents to prefetch, so that none waits for the disk when calls end. */
    get prefetch() {
      return prefetch();
    },
    room: (now: number) => breaker.room(now, inFlight.count),
    hasRoomForUrgent: () => breaker.roomForUrgent(inFlight.count) > 0,
    /** Returns the request for claims from the ledger, given the number of prefetched documents. */
    claimRequest(now: number, prefetched: number): Omit<ClaimRequest, 'now' | 'leaseMs'> {
      const limit = breaker.room(now, inFlight.count);
      const urgent = limit === 0 ? breaker.roomForUrgent(inFlight.count) : 0;
      if (urgent > 0) return { limit: urgent, urgent: profile.retry.beforeDeadline };
      return { limit, prefetch: Math.max(0, prefetch() - prefetched), inOrder: breaker.keepsOrder };
    },
    /** Begins the calls for these documents. */
    begin(claims: readonly Claimed[], now: number) {
      spacing.begin(now);
      for (const claimed of claims) inFlight.begin(claimed);
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
