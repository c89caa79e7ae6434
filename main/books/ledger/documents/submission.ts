import type { SubmissionMode, SubmissionState } from '../../../../shared/status.ts';
import type { Deadline } from '../../../../shared/values/deadline.ts';
import type { StampedInvoice } from '../../../document/stamp/stamped-invoice.ts';
import type { Outcome } from '../../../gateway/outcome.ts';

/** A document claimed for one call, with everything that the call needs. */
export interface Claimed extends Pick<Deadline, 'mode' | 'dueAt'>, Pick<StampedInvoice, 'hash'> {
  readonly icv: number;
  readonly uuid: string;
  /** The issued bytes, the same at every attempt. */
  readonly xml: Buffer;
  /** The number of calls started, this one included; tells this claim from one whose lease expired. */
  readonly attempts: number;
  readonly issuedAt: number;
}

/** The new state of a submission after an outcome. */
export interface Decision {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** The time of the next attempt, in milliseconds since 1970; only for `waiting`. */
  readonly nextAt?: number | undefined;
  readonly mode?: SubmissionMode | undefined;
  /** The deadline in the new mode, in milliseconds since 1970; it is set once. */
  readonly reportBy?: number | undefined;
}

export interface Settlement {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly decision: Decision;
  readonly at: number;
}

export interface QueueUpdate {
  readonly ended: readonly Settlement[];
  /** Calls for prefetched documents. */
  readonly begun?: readonly { readonly claimed: Claimed; readonly at: number }[];
  /** Prefetched documents that were not sent after all. */
  readonly unsent?: readonly Claimed[];
}

export interface ClaimRequest {
  readonly now: number;
  /** The number of documents for calls that start at once. */
  readonly limit: number;
  /** The number of further documents to prefetch, for use when calls end. */
  readonly prefetch?: number;
  readonly leaseMs: number;
  /**
   * If given, only urgent documents are claimed (see DueOrder): a document is urgent from this many milliseconds before
   * its deadline.
   */
  readonly urgent?: number | undefined;
  /** If true, the documents that were tried without success go in their order among the others (see DueOrder). */
  readonly inOrder?: boolean | undefined;
}
