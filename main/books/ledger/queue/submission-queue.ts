import type { SubmissionState } from '../../../../shared/status.ts';
import type { Outcome } from '../../../gateway/outcome.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Claimed, ClaimRequest, Decision, QueueUpdate } from '../documents/submission.ts';
import { createTimeline } from '../documents/timeline.ts';
import { isIndexed } from '../times/is-indexed.ts';
import { createClaims } from './claims.ts';
import { createDueOrder } from './due-order.ts';
import { createSettle } from './settle-submission.ts';

export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>;

/**
 * The number of rows changed in one transaction when there may be thousands: a sale may have to be issued in between.
 */
const batch = 500;

/** @param sender the claiming sender, see sender.ts */
export function createSubmissionQueue(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  sender: string | undefined,
) {
  const timeline = createTimeline(database);
  const due = createDueOrder(database);
  const claims = createClaims(database, timeline, due, sender);
  const settleOne = createSettle(database, timeline, audit);
  const { earliest, makeDue, unpark } = prepareStatements(database);

  const claim = database.transaction(claims.claim);
  const update = database.transaction(
    ({ ended, begun = [], unsent = [] }: QueueUpdate, request: ClaimRequest) => {
      for (const { claimed, at } of begun) timeline.sent(claimed.icv, at);
      for (const each of ended) settleOne(each);
      for (const each of unsent) claims.putBack(each, request.now);
      return claims.claimDue(request);
    },
  );

  const nextWakeAt = () => {
    const times = [earliest.get('waiting'), earliest.get('sending')].filter((time) => time != null);
    return times.length === 0 ? undefined : Math.min(...times);
  };

  const settleAndClaim: (change: QueueUpdate, request: ClaimRequest) => Claimed[] = (change, request) => {
    // Reading blocks no other program, but an empty write transaction would.
    const mayClaim =
      request.limit + (request.prefetch ?? 0) > 0 &&
      (nextWakeAt() ?? Number.POSITIVE_INFINITY) <= request.now;
    const { ended, begun = [], unsent = [] } = change;
    if (!mayClaim && ended.length + begun.length + unsent.length === 0) return [];
    return update.immediate(change, request);
  };

  return {
    /**
     * Records results and claims the next documents, those for `limit` first, in one transaction, so that all of these
     * wait for the disk only once. No other process gets the claimed documents for `leaseMs`.
     */
    settleAndClaim,
    /** Claims up to `limit` due documents, nearest deadline first, late ones last, and records the calls. */
    claimDue: (now: number, limit: number, leaseMs: number) =>
      settleAndClaim({ ended: [] }, { now, limit, leaseMs }),
    /** Claims one waiting or parked document now; undefined when it is in progress or final. Fails with `not-found`. */
    claim: (uuid: string, now: number, leaseMs: number) => claim.immediate(uuid, now, leaseMs),
    /**
     * Records the result of a call and the new state, in one transaction.
     * A final state never changes, and an expired claim can only lead to a final state; in other cases only the answer is
     * recorded.
     */
    settle(claimed: Claimed, outcome: Outcome, decision: Decision, at: number) {
      const ended = [{ claimed, outcome, decision, at }];
      settleAndClaim({ ended }, { now: at, limit: 0, leaseMs: 0 });
    },
    /**
     * Makes documents of ended processes due again. Returns the number.
     * @param isLeft true for a sender whose documents were abandoned; by default all were. It is called with undefined
     * for a sender without a name
     */
    releaseClaims: (now: number, isLeft: (sender: string | undefined) => boolean = () => true) =>
      claims.release(now, isLeft),
    /** Returns true when another process, which still runs or may still run, has documents in progress. */
    hasOtherSenders: () => claims.senders().some((each) => each !== sender),
    /**
     * Makes documents that wait for a later time due now, because a common obstacle is gone. At most `limit` in one
     * transaction; returns the number, so that the caller can repeat until none are left.
     */
    makeDueNow: (now: number, limit: number = batch) => makeDue.run({ now, limit }).changes,
    /** Makes parked documents due again; at most `limit`. Returns the number. */
    resendParked: (now: number, limit: number = batch) => unpark.run({ now, limit }).changes,
    /** Returns when the next document is due, or a lease ends: milliseconds since 1970; undefined if none waits. */
    nextWakeAt,
    /** Returns the time at which the next urgent document is due (see DueOrder). */
    nextUrgentAt: (now: number, lastChance: number) => due.nextUrgentAt({ now, lastChance }),
  };
}

function prepareStatements(database: Database) {
  // The statement reads one state at a time, so that SQLite takes the first entry of the index instead of scanning it.
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
  return { earliest, makeDue, unpark };
}
