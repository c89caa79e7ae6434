import { fail } from '../../shared/failure.ts';
import type { SubmissionMode, SubmissionState } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import { type Database, withFailures } from './database.ts';
import { deadlineSql } from './deadline-sql.ts';
import { createDueOrder } from './due-order.ts';
import { orderedTimeSql } from './ordered-time-sql.ts';
import { createTimeline } from './timeline.ts';

/** A document taken for one call: everything the call needs. */
export interface Claimed {
  readonly icv: number;
  readonly uuid: string;
  /** Base64. */
  readonly hash: string;
  /** The sealed bytes, the same at every attempt. */
  readonly xml: Buffer;
  readonly mode: SubmissionMode;
  /** Calls begun, this one included. Tells this claim from an earlier one whose lease ran out. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970; see `dueAt` of an invoice row. */
  readonly dueAt: number;
}

/** What becomes of a submission after an outcome. */
export interface Decision {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** Milliseconds since 1970; for `waiting`, and only for it. */
  readonly nextAt?: number | undefined;
  /** Set when it goes another way from now on. */
  readonly mode?: SubmissionMode | undefined;
  /** Its deadline on that way, milliseconds since 1970; is set once. */
  readonly reportBy?: number | undefined;
}

/** What a call came to. */
export interface Settlement {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly decision: Decision;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The QR of the authority's copy. */
  readonly clearedQr?: string | undefined;
}

/** What has happened since the last exchange. */
export interface QueueUpdate {
  readonly ended: readonly Settlement[];
  /** Calls for documents that had been taken ahead. */
  readonly begun?: readonly { readonly claimed: Claimed; readonly at: number }[];
  /** Taken ahead, and not sent after all. */
  readonly unsent?: readonly Claimed[];
}

/** What is to be taken next. */
export interface ClaimRequest {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For calls that begin at once. */
  readonly limit: number;
  /** Taken beyond these, to be at hand when calls end. */
  readonly ahead?: number;
  readonly leaseMs: number;
  /** Only what is pressing (see DueOrder), with so many milliseconds as the last chance before a deadline. */
  readonly pressing?: number | undefined;
}

export interface SubmissionQueue {
  /**
   * Writes what happened and takes what goes next, those for `limit` first, in one transaction: one wait for the disk
   * however many. What is taken goes to no other process for `leaseMs`.
   */
  exchange(happened: QueueUpdate, want: ClaimRequest): Claimed[];
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
  othersSend(): boolean;
  /**
   * What waits for a later time is due now: an obstacle to all is gone. At most `limit` in one transaction; answers how
   * many, so that whoever asks goes on until there are no more.
   */
  hurry(now: number, limit?: number): number;
  /** Parked documents wait again, due now; at most `limit`. Answers how many. */
  resendParked(now: number, limit?: number): number;
  /** When the next document is due (or a lease ends), milliseconds since 1970; undefined when none waits. */
  nextWakeAt(): number | undefined;
  /** The same for what is pressing alone (see DueOrder). */
  nextPressingAt(now: number, lastChance: number): number | undefined;
}

/** Rows changed in one transaction where there may be thousands: somebody may want to issue in between. */
const batch = 500;

/** @param sender who claims here, see sender.ts */
export function createSubmissionQueue(database: Database, sender: string | undefined): SubmissionQueue {
  const timeline = createTimeline(database);
  // `state <> 'accepted'` repeats the condition of the index, without which SQLite does not use it.
  // One state at a time: only so does SQLite take the first of the index instead of going through it.
  const earliest = database
    .prepare<[SubmissionState], number | null>(
      `SELECT min(next_at) FROM submission WHERE state <> 'accepted' AND state = ?`,
    )
    .pluck();
  const release = database.prepare<[{ now: number; leasesUntil: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL
     WHERE state <> 'accepted' AND state = 'sending' AND next_at <= :leasesUntil`,
  );
  const senders = database
    .prepare<[], string | null>(
      `SELECT DISTINCT sender FROM submission WHERE state <> 'accepted' AND state = 'sending'`,
    )
    .pluck();
  const releaseOf = database.prepare<[{ now: number; sender: string | undefined }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL
     WHERE state <> 'accepted' AND state = 'sending' AND sender IS :sender`,
  );
  const hurry = database.prepare<[{ now: number; limit: number }]>(
    `UPDATE submission SET next_at = :now WHERE icv IN (
       SELECT icv FROM submission WHERE state <> 'accepted' AND state = 'waiting' AND next_at > :now LIMIT :limit)`,
  );
  const unpark = database.prepare<[{ now: number; limit: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now WHERE icv IN (
       SELECT icv FROM submission WHERE state <> 'accepted' AND state = 'parked' LIMIT :limit)`,
  );
  const due = createDueOrder(database);
  const standing = database.prepare<[string], { icv: number; state: SubmissionState }>(
    'SELECT icv, s.state FROM document AS d JOIN submission AS s USING (icv) WHERE d.uuid = ?',
  );
  const take = database.prepare<[number, string | undefined, number]>(
    `UPDATE submission SET state = 'sending', next_at = ?, sender = ?, attempts = attempts + 1 WHERE icv = ?`,
  );
  const taken = database.prepare<[number], Claimed>(
    `SELECT icv, d.uuid, d.hash, d.xml, ${orderedTimeSql} AS issuedAt, s.mode, s.attempts, ${deadlineSql} AS dueAt
     FROM document AS d JOIN submission AS s USING (icv) LEFT JOIN wrong_time AS w USING (icv) WHERE icv = ?`,
  );
  const now = database.prepare<[number], { state: SubmissionState; attempts: number }>(
    'SELECT state, attempts FROM submission WHERE icv = ?',
  );
  const move = database.prepare(
    `UPDATE submission SET state = :state, next_at = :nextAt, sender = NULL, warnings = :warnings, outcome = :outcome,
       status = :status, accepted_at = :acceptedAt WHERE icv = :icv`,
  );
  // Another way has another deadline, of which nobody has been told yet.
  const divert = database.prepare(
    `UPDATE submission SET mode = :mode, report_by = coalesce(report_by, :reportBy), told = NULL
     WHERE icv = :icv AND mode <> :mode`,
  );
  const insertCleared = database.prepare(
    'INSERT INTO cleared_document (icv, qr, xml) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );

  const putBack = database.prepare<[{ icv: number; attempts: number; now: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL, attempts = attempts - 1
     WHERE icv = :icv AND state = 'sending' AND attempts = :attempts`,
  );

  const claimOne = (icv: number, at: number, leaseMs: number): Claimed => {
    take.run(at + leaseMs, sender, icv);
    return taken.get(icv) as Claimed;
  };
  const claimUpTo = ({ now: at, limit, ahead = 0, leaseMs, pressing }: ClaimRequest): Claimed[] => {
    if (limit + ahead < 1) return [];
    release.run({ now: at, leasesUntil: at });
    const query = { now: at, limit: limit + ahead, lastChance: pressing ?? 0 };
    const icvs = pressing === undefined ? due.all(query) : due.pressing(query);
    for (const icv of icvs.slice(0, limit)) timeline.sent(icv, at);
    return icvs.map((icv) => claimOne(icv, at, leaseMs));
  };
  const claim = database.transaction((uuid: string, at: number, leaseMs: number): Claimed | undefined => {
    release.run({ now: at, leasesUntil: at });
    const found = standing.get(uuid);
    if (found === undefined) return fail('not-found', { detail: { uuid } });
    const free = found.state === 'waiting' || found.state === 'parked';
    if (!free) return undefined;
    timeline.sent(found.icv, at);
    return claimOne(found.icv, at, leaseMs);
  });
  const settleOne = ({ claimed, outcome, decision, at, clearedQr }: Settlement): void => {
    const { icv } = claimed;
    timeline.came(icv, outcome, decision.nextAt, at);
    if (!mayMove(now.get(icv), claimed, decision)) return;
    if (decision.mode !== undefined) divert.run({ icv, mode: decision.mode, reportBy: decision.reportBy });
    const answered = outcome.kind === 'unknown' ? undefined : outcome;
    move.run({
      icv,
      state: decision.state,
      nextAt: decision.nextAt,
      warnings: answered?.warnings.length ?? 0,
      outcome: outcome.kind,
      status: outcome.status,
      acceptedAt: decision.state === 'accepted' ? at : undefined,
    });
    if (outcome.kind === 'accepted' && outcome.clearedInvoice !== undefined)
      insertCleared.run(icv, clearedQr, outcome.clearedInvoice);
  };
  const exchange = database.transaction(
    ({ ended, begun = [], unsent = [] }: QueueUpdate, want: ClaimRequest) => {
      for (const { claimed, at } of begun) timeline.sent(claimed.icv, at);
      for (const each of ended) settleOne(each);
      for (const { icv, attempts } of unsent) putBack.run({ icv, attempts, now: want.now });
      return claimUpTo(want);
    },
  );

  const nextWakeAt = () =>
    withFailures(() => {
      const times = [earliest.get('waiting'), earliest.get('sending')].filter((time) => time != null);
      return times.length === 0 ? undefined : Math.min(...times);
    });

  const exchangeIfAny: SubmissionQueue['exchange'] = (happened, want) => {
    // Reading keeps nobody waiting, a transaction that finds nothing to do would.
    const wanted =
      want.limit + (want.ahead ?? 0) > 0 && (nextWakeAt() ?? Number.POSITIVE_INFINITY) <= want.now;
    const { ended, begun = [], unsent = [] } = happened;
    if (!wanted && ended.length + begun.length + unsent.length === 0) return [];
    return withFailures(() => exchange.immediate(happened, want));
  };

  return {
    exchange: exchangeIfAny,
    claimDue: (at, limit, leaseMs) => exchangeIfAny({ ended: [] }, { now: at, limit, leaseMs }),
    claim: (uuid, at, leaseMs) => withFailures(() => claim.immediate(uuid, at, leaseMs)),
    settle(claimed, outcome, decision, at, clearedQr) {
      const ended = [{ claimed, outcome, decision, at, clearedQr }];
      exchangeIfAny({ ended }, { now: at, limit: 0, leaseMs: 0 });
    },
    releaseClaims: (at, isLeft = () => true) =>
      withFailures(() => {
        let released = 0;
        for (const each of senders.all()) {
          const who = each ?? undefined;
          if (isLeft(who)) released += releaseOf.run({ now: at, sender: who }).changes;
        }
        return released;
      }),
    othersSend: () => withFailures(() => senders.all().some((each) => (each ?? undefined) !== sender)),
    hurry: (at, limit = batch) => withFailures(() => hurry.run({ now: at, limit }).changes),
    resendParked: (at, limit = batch) => withFailures(() => unpark.run({ now: at, limit }).changes),
    nextWakeAt,
    nextPressingAt: (at, lastChance) => withFailures(() => due.nextPressingAt({ now: at, lastChance })),
  };
}

function mayMove(
  now: { state: SubmissionState; attempts: number } | undefined,
  claimed: Claimed,
  decision: Decision,
): boolean {
  if (now === undefined || now.state === 'accepted' || now.state === 'rejected') return false;
  // An end is an end whoever brings the news; anything else is for the one whose claim still holds.
  if (decision.state === 'accepted' || decision.state === 'rejected') return true;
  return now.state === 'sending' && now.attempts === claimed.attempts;
}
