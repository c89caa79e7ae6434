import type { SubmissionMode, SubmissionState } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';

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
  /** Milliseconds since 1970; for `waiting`. */
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
  /** Writes what a call came to and the new state, in one transaction. `clearedQr` is the QR of the authority's copy. */
  settle(claimed: Claimed, outcome: Outcome, decision: Decision, now: number, clearedQr?: string): void;
  /** At start-up: what was under way when the process ended is due again. Answers how many. */
  releaseClaims(now: number): number;
  /** When the next document is due (or a lease ends), milliseconds since 1970; undefined when none waits. */
  nextWakeAt(): number | undefined;
}
