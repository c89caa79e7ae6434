import { fail } from '../../shared/failure.ts';
import type { SubmissionMode, SubmissionState } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import { type Database, withFailures } from './database.ts';
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
  readonly dueAt: number;
}

/** What becomes of a submission after an outcome. */
export interface Decision {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** Milliseconds since 1970; for `waiting`, and only for it. */
  readonly nextAt?: number | undefined;
  /** Set when it goes another way from now on. */
  readonly mode?: SubmissionMode | undefined;
}

export interface SubmissionQueue {
  /**
   * Takes up to `limit` documents that are due, nearest deadline first; no other process gets them for `leaseMs`.
   * Writes that the call began.
   */
  claimDue(now: number, limit: number, leaseMs: number): Claimed[];
  /** Takes one waiting or parked document now; undefined when it is under way or final. Fails with `not-found`. */
  claim(uuid: string, now: number, leaseMs: number): Claimed | undefined;
  /**
   * Writes what a call came to and the new state, in one transaction. `clearedQr` is the QR of the authority's copy.
   * What came to an end stays so, and a claim that ran out moves nothing but to an end: the answer is only noted.
   */
  settle(claimed: Claimed, outcome: Outcome, decision: Decision, now: number, clearedQr?: string): void;
  /** At start-up: what was under way when the process ended is due again. Answers how many. */
  releaseClaims(now: number): number;
  /** Whatever waits for a later time is due now: an obstacle to all of them is gone. Answers how many. */
  hurry(now: number): number;
  /** When the next document is due (or a lease ends), milliseconds since 1970; undefined when none waits. */
  nextWakeAt(): number | undefined;
}

export function createSubmissionQueue(database: Database): SubmissionQueue {
  const timeline = createTimeline(database);
  // `state <> 'accepted'` repeats the condition of the index, without which SQLite does not use it.
  const earliest = database
    .prepare<[], number | null>(
      `SELECT min(next_at) FROM submission WHERE state <> 'accepted' AND state IN ('waiting', 'sending')`,
    )
    .pluck();
  const release = database.prepare<[{ now: number; leasesUntil: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now
     WHERE state <> 'accepted' AND state = 'sending' AND next_at <= :leasesUntil`,
  );
  const hurry = database.prepare<[{ now: number }]>(
    `UPDATE submission SET next_at = :now WHERE state <> 'accepted' AND state = 'waiting' AND next_at > :now`,
  );
  const due = database
    .prepare<[number, number], number>(
      `SELECT icv FROM submission WHERE state <> 'accepted' AND state = 'waiting' AND next_at <= ?
       ORDER BY due_at LIMIT ?`,
    )
    .pluck();
  const standing = database.prepare<[string], { icv: number; state: SubmissionState }>(
    'SELECT icv, s.state FROM document AS d JOIN submission AS s USING (icv) WHERE d.uuid = ?',
  );
  const take = database.prepare<[number, number]>(
    `UPDATE submission SET state = 'sending', next_at = ?, attempts = attempts + 1 WHERE icv = ?`,
  );
  const taken = database.prepare<[number], Claimed>(
    `SELECT icv, d.uuid, d.hash, d.xml, s.mode, s.attempts, s.due_at AS dueAt
     FROM document AS d JOIN submission AS s USING (icv) WHERE icv = ?`,
  );
  const now = database.prepare<[number], { state: SubmissionState; attempts: number }>(
    'SELECT state, attempts FROM submission WHERE icv = ?',
  );
  const move = database.prepare(
    `UPDATE submission SET state = :state, mode = coalesce(:mode, mode), next_at = :nextAt, warnings = :warnings,
       outcome = :outcome, status = :status, accepted_at = :acceptedAt WHERE icv = :icv`,
  );
  const insertCleared = database.prepare(
    'INSERT INTO cleared_document (icv, qr, xml) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );

  const claimOne = (icv: number, at: number, leaseMs: number): Claimed => {
    take.run(at + leaseMs, icv);
    timeline.sent(icv, at);
    return taken.get(icv) as Claimed;
  };
  const claimDue = database.transaction((at: number, limit: number, leaseMs: number): Claimed[] => {
    release.run({ now: at, leasesUntil: at });
    return due.all(at, limit).map((icv) => claimOne(icv, at, leaseMs));
  });
  const claim = database.transaction((uuid: string, at: number, leaseMs: number): Claimed | undefined => {
    release.run({ now: at, leasesUntil: at });
    const found = standing.get(uuid);
    if (found === undefined) return fail('not-found', { detail: { uuid } });
    const free = found.state === 'waiting' || found.state === 'parked';
    return free ? claimOne(found.icv, at, leaseMs) : undefined;
  });
  const settle = database.transaction(
    (claimed: Claimed, outcome: Outcome, decision: Decision, at: number, clearedQr?: string) => {
      const { icv } = claimed;
      timeline.came(icv, outcome, decision.nextAt, at);
      if (!mayMove(now.get(icv), claimed, decision)) return;
      const answered = outcome.kind === 'unknown' ? undefined : outcome;
      move.run({
        icv,
        state: decision.state,
        mode: decision.mode,
        nextAt: decision.nextAt,
        warnings: answered?.warnings.length ?? 0,
        outcome: outcome.kind,
        status: outcome.status,
        acceptedAt: decision.state === 'accepted' ? at : undefined,
      });
      if (outcome.kind === 'accepted' && outcome.clearedInvoice !== undefined)
        insertCleared.run(icv, clearedQr, outcome.clearedInvoice);
    },
  );

  const nextWakeAt = () => withFailures(() => earliest.get() ?? undefined);

  return {
    claimDue(at, limit, leaseMs) {
      const next = nextWakeAt();
      if (limit < 1 || next === undefined || next > at) return []; // reading keeps nobody waiting, claiming would
      return withFailures(() => claimDue.immediate(at, limit, leaseMs));
    },
    claim: (uuid, at, leaseMs) => withFailures(() => claim.immediate(uuid, at, leaseMs)),
    settle(claimed, outcome, decision, at, clearedQr) {
      withFailures(() => settle.immediate(claimed, outcome, decision, at, clearedQr));
    },
    releaseClaims: (at) =>
      withFailures(() => release.run({ now: at, leasesUntil: Number.MAX_SAFE_INTEGER }).changes),
    hurry: (at) => withFailures(() => hurry.run({ now: at }).changes),
    nextWakeAt,
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
