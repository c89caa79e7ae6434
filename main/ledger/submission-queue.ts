import type { SubmissionState } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import { createClaims } from './claims.ts';
import { type Database, withFailures } from './database.ts';
import { createDueOrder } from './due-order.ts';
import { isIndexed } from './is-indexed.ts';
import { createSettle } from './settle-submission.ts';
import type { Claimed, ClaimRequest, Decision, QueueUpdate } from './submission.ts';
import { createTimeline } from './timeline.ts';

export interface SubmissionQueue {
  /**
   * Writes what happened and takes what goes next, those for `limit` first, in one transaction: one wait for the disk
   * however many. What is taken goes to no other process for `leaseMs`.
   */
  settleAndClaim(happened: QueueUpdate, want: ClaimRequest): Claimed[];
  /**
   * Takes up to `limit` documents that are due, nearest deadline first, late ones last (see DueOrder). Writes that the
   * call began.
   */
  claimDue(now: number, limit: number, leaseMs: number): Claimed[];
  /** Takes one waiting or parked document now; undefined when it is under way or final. Fails with `not-found`. */
  claim(uuid: string, now: number, leaseMs: number): Claimed | undefined;
  /**
   * Writes what a call came to and the new state, in one transaction. `clearedQr` is the QR of the authority's copy.
   * What came to an end stays so, and a claim that ran out moves nothing but to an end: the answer is only noted.
   */
  settle(claimed: Claimed, outcome: Outcome, decision: Decision, now: number, clearedQr?: string): void;
  /**
   * What was under way in processes that have ended is due again. Answers how many.
   * @param isLeft whether what this sender had under way was left; all there is where it is not said. undefined: one that
   *   has no name
   */
  releaseClaims(now: number, isLeft?: (sender: string | undefined) => boolean): number;
  /** Whether a process that still lives, or was not found out to be gone, has documents under way beside this one. */
  hasOtherSenders(): boolean;
  /**
   * What waits for a later time is due now: an obstacle to all is gone. At most `limit` in one transaction; answers how
   * many, so that whoever asks goes on until there are no more.
   */
  makeDueNow(now: number, limit?: number): number;
  /** Parked documents wait again, due now; at most `limit`. Answers how many. */
  resendParked(now: number, limit?: number): number;
  /** When the next document is due (or a lease ends), milliseconds since 1970; undefined when none waits. */
  nextWakeAt(): number | undefined;
  /** The same for what is urgent alone (see DueOrder). */
  nextUrgentAt(now: number, lastChance: number): number | undefined;
}

/** Rows changed in one transaction where there may be thousands: a sale may have to be issued in between. */
const batch = 500;

/** @param sender who claims here, see sender.ts */
export function createSubmissionQueue(database: Database, sender: string | undefined): SubmissionQueue {
  const timeline = createTimeline(database);
  const claims = createClaims(database, timeline, sender);
  const settleOne = createSettle(database, timeline);
  const due = createDueOrder(database);
  // One state at a time: only so does SQLite take the first of the index instead of going through it.
  const earliest = database
    .prepare<[SubmissionState], number | null>(
      `SELECT min(next_at) FROM submission WHERE ${isIndexed} AND state = ?`,
    )
    .pluck();
  const makeDue = database.prepare<[{ now: number; limit: number }]>(
    `UPDATE submission SET next_at = :now WHERE icv IN (
       SELECT icv FROM submission WHERE ${isIndexed} AND state = 'waiting' AND next_at > :now LIMIT :limit)`,
  );
  const unpark = database.prepare<[{ now: number; limit: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now WHERE icv IN (
       SELECT icv FROM submission WHERE ${isIndexed} AND state = 'parked' LIMIT :limit)`,
  );

  const claim = database.transaction(claims.claim);
  const update = database.transaction(
    ({ ended, begun = [], unsent = [] }: QueueUpdate, request: ClaimRequest) => {
      for (const { claimed, at } of begun) timeline.sent(claimed.icv, at);
      for (const each of ended) settleOne(each);
      for (const each of unsent) claims.putBack(each, request.now);
      return claims.claimDue(request);
    },
  );

  const nextWakeAt = () =>
    withFailures(() => {
      const times = [earliest.get('waiting'), earliest.get('sending')].filter((time) => time != null);
      return times.length === 0 ? undefined : Math.min(...times);
    });

  const settleAndClaim: SubmissionQueue['settleAndClaim'] = (happened, request) => {
    // Reading blocks nobody; a transaction that finds nothing to do would.
    const mayClaim =
      request.limit + (request.ahead ?? 0) > 0 && (nextWakeAt() ?? Number.POSITIVE_INFINITY) <= request.now;
    const { ended, begun = [], unsent = [] } = happened;
    if (!mayClaim && ended.length + begun.length + unsent.length === 0) return [];
    return withFailures(() => update.immediate(happened, request));
  };

  return {
    settleAndClaim,
    claimDue: (now, limit, leaseMs) => settleAndClaim({ ended: [] }, { now, limit, leaseMs }),
    claim: (uuid, now, leaseMs) => withFailures(() => claim.immediate(uuid, now, leaseMs)),
    settle(claimed, outcome, decision, at, clearedQr) {
      const ended = [{ claimed, outcome, decision, at, clearedQr }];
      settleAndClaim({ ended }, { now: at, limit: 0, leaseMs: 0 });
    },
    releaseClaims: (now, isLeft = () => true) => withFailures(() => claims.release(now, isLeft)),
    hasOtherSenders: () => withFailures(() => claims.senders().some((each) => each !== sender)),
    makeDueNow: (now, limit = batch) => withFailures(() => makeDue.run({ now, limit }).changes),
    resendParked: (now, limit = batch) => withFailures(() => unpark.run({ now, limit }).changes),
    nextWakeAt,
    nextUrgentAt: (now, lastChance) => withFailures(() => due.nextUrgentAt({ now, lastChance })),
  };
}
