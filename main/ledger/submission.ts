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
  /** Only what is urgent (see DueOrder), with so many milliseconds as the last chance before a deadline. */
  readonly urgent?: number | undefined;
}
