import type { Connection } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Claimed, ClaimRequest } from '../ledger/submission.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobRunner } from '../platform/job-runner.ts';
import { createCallSpacing } from './call-spacing.ts';
import { createCircuitBreaker, type PauseReason } from './circuit-breaker.ts';
import { createInFlight, type EndedCall } from './in-flight.ts';
import { createRate } from './rate.ts';
import type { Timings } from './retry.ts';
import { type CopyReaders, createSettleCall, type SettledCall } from './settle-call.ts';

/** Sends documents as fast as the authority can handle, and knows how many to prefetch. */
export interface Pace {
  readonly connection: Connection;
  /** The reason for the pause; undefined when the queue is not paused. */
  readonly pauseReason: PauseReason | undefined;
  /**
   * The time before which only urgent documents are sent, in milliseconds since 1970; undefined when the queue is not
   * paused.
   */
  readonly pausedUntil: number | undefined;
  /** The time at which the next due document may be sent, in milliseconds since 1970. */
  readonly nextCallAt: number;
  /** The number of documents per second that were recently accepted or rejected. */
  readonly perSecond: number;
  /** The number of calls in progress. */
  readonly inFlight: number;
  /** The number of documents to prefetch, so that none waits for the disk when calls end. */
  readonly prefetch: number;
  /** Returns the number of calls that may begin now. */
  room(now: number): number;
  /** Returns true when an urgent document may be sent while the queue is paused. */
  hasRoomForUrgent(): boolean;
  /** Returns the request for claims from the ledger, given the number of prefetched documents. */
  claimRequest(now: number, prefetched: number): Omit<ClaimRequest, 'now' | 'leaseMs'>;
  /** Begins the calls for these documents. */
  begin(claims: readonly Claimed[], now: number): void;
  /** Ends the pause, because something has changed. */
  reset(): void;
}

export interface PaceOptions extends CopyReaders, Pick<JobRunner, 'jobs' | 'guarded'> {
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly profile: Timings;
  /** The largest number of simultaneous calls. */
  readonly concurrency: number;
  /** Called when a call has ended; `written` must be called once its row is written. */
  readonly onEnd: (call: SettledCall & Pick<EndedCall, 'written'>) => void;
  readonly onError: (error: unknown) => void;
}

export function createPace(options: PaceOptions): Pace {
  const { clock, random, profile, concurrency, onEnd } = options;
  const spacing = createCallSpacing(concurrency);
  const breaker = createCircuitBreaker(spacing, profile, random);
  const rate = createRate(clock);
  const settle = createSettleCall({ ...options, breaker });
  const inFlight = createInFlight({ ...options, onEnd: settleAndNotify });

  function settleAndNotify({ written, ...call }: EndedCall): void {
    const settled = settle(call, clock.now());
    const { state } = settled.settlement.decision;
    if (state === 'accepted' || state === 'rejected') rate.note();
    onEnd({ ...settled, written });
  }

  const prefetch = () => (breaker.pauseReason === undefined ? spacing.prefetch : 0);

  return {
    get connection() {
      return breaker.connection;
    },
    get pauseReason() {
      return breaker.pauseReason;
    },
    get pausedUntil() {
      return breaker.pausedUntil;
    },
    get nextCallAt() {
      return breaker.pausedUntil ?? spacing.nextCallAt;
    },
    get perSecond() {
      return rate.perSecond();
    },
    get inFlight() {
      return inFlight.count;
    },
    get prefetch() {
      return prefetch();
    },
    room: (now) => breaker.room(now, inFlight.count),
    hasRoomForUrgent: () => breaker.roomForUrgent(inFlight.count) > 0,
    claimRequest(now, prefetched) {
      const limit = breaker.room(now, inFlight.count);
      const urgent = limit === 0 ? breaker.roomForUrgent(inFlight.count) : 0;
      if (urgent > 0) return { limit: urgent, urgent: profile.retry.beforeDeadline };
      return { limit, prefetch: Math.max(0, prefetch() - prefetched) };
    },
    begin(claims, now) {
      spacing.begin(now);
      for (const claimed of claims) inFlight.begin(claimed);
    },
    reset: breaker.reset,
  };
}
