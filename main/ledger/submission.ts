import type { SubmissionMode, SubmissionState } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';

/** A document claimed for one call, with everything that the call needs. */
export interface Claimed {
  readonly icv: number;
  readonly uuid: string;
  /** Base64. */
  readonly hash: string;
  /** The sealed bytes, the same at every attempt. */
  readonly xml: Buffer;
  readonly mode: SubmissionMode;
  /** Calls started, this one included. Distinguishes this claim from an earlier one whose lease expired. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970; see `dueAt` of an invoice row. */
  readonly dueAt: number;
}

/** The new state of a submission after an outcome. */
export interface Decision {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** Milliseconds since 1970; for `waiting`, and only for it. */
  readonly nextAt?: number | undefined;
  /** The new mode, if it changes. */
  readonly mode?: SubmissionMode | undefined;
  /** The deadline in that mode, milliseconds since 1970; set once. */
  readonly reportBy?: number | undefined;
}

/** The result of a call. */
export interface Settlement {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly decision: Decision;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The QR of the authority's copy. */
  readonly clearedQr?: string | undefined;
}

/** The results since the last update. */
export interface QueueUpdate {
  readonly ended: readonly Settlement[];
  /** Calls for prefetched documents. */
  readonly begun?: readonly { readonly claimed: Claimed; readonly at: number }[];
  /** Prefetched documents that were not sent after all. */
  readonly unsent?: readonly Claimed[];
}

/** The request for the next documents. */
export interface ClaimRequest {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The number of documents for calls that start at once. */
  readonly limit: number;
  /** The number to prefetch beyond these, for when calls end. */
  readonly prefetch?: number;
  readonly leaseMs: number;
  /** Claims only urgent documents (see DueOrder): milliseconds before a deadline from which a document is urgent. */
  readonly urgent?: number | undefined;
}
