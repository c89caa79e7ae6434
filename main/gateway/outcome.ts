import type { ConnectionFault } from '../../shared/connection-fault.ts';
import type { AuthorityMessage } from '../../shared/status.ts';

/** An answer as it came, kept raw beside what was read from it. */
export interface RawAnswer {
  readonly httpStatus: number;
  /** The body's text; cut at 64 K characters for storage unless it carries a cleared invoice. */
  readonly body: string;
  /** The gateway's own clock, from its Date header (milliseconds since 1970). */
  readonly serverTime?: number | undefined;
}

interface Answered {
  readonly answer: RawAnswer;
  /** `clearanceStatus` or `reportingStatus` as it came. */
  readonly status?: string | undefined;
  readonly warnings: readonly AuthorityMessage[];
  readonly errors: readonly AuthorityMessage[];
}

/** What an answer to clearance, reporting or a compliance check means. Source: facts on the gateway, table of answers. */
export type Outcome =
  /** 200, 202, 208, 409 duplicate. `clearedInvoice` is the authority's copy: UTF-8 XML. */
  | ({ readonly kind: 'accepted'; readonly clearedInvoice?: Buffer; readonly again: boolean } & Answered)
  /** 400 or 403 with validation results: final for this document. */
  | ({ readonly kind: 'rejected' } & Answered)
  /** 303: clearance is switched off; the document goes through reporting. */
  | ({ readonly kind: 'clearance-off' } & Answered)
  /** 400 without validation results, 406, 413: the request is wrong, not the invoice. */
  | ({ readonly kind: 'request-refused' } & Answered)
  /** 401, and 403 without validation results: the credential. */
  | ({ readonly kind: 'credential-refused' } & Answered)
  /** 429, 5xx, no answer, a broken or unknown answer: it may have been received; the same bytes go again. */
  | {
      readonly kind: 'unknown';
      readonly why:
        | 'no-answer'
        | 'time-out'
        | 'rate-limited'
        | 'server-error'
        | 'unreadable'
        | 'unknown-status';
      /** Why there was no connection, where that can be told. */
      readonly fault?: ConnectionFault | undefined;
      readonly answer?: RawAnswer | undefined;
      /** The status word as it came, where the answer had one that is not known. */
      readonly status?: string | undefined;
      /** What it says, as far as it can be read. */
      readonly errors?: readonly AuthorityMessage[] | undefined;
      /** From Retry-After. */
      readonly retryAfterMs?: number | undefined;
    };

export type OutcomeKind = Outcome['kind'];
