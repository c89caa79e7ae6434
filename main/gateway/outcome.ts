import type { ConnectionFault } from '../../shared/connection-fault.ts';
import type { AuthorityMessage } from '../../shared/status.ts';

export interface RawAnswer {
  readonly httpStatus: number;
  /** The body's text; cut at 64 K characters for storage unless it carries a cleared invoice. */
  readonly body: string;
  /** The gateway's own clock, from its Date header (milliseconds since 1970). */
  readonly serverTime?: number | undefined;
}

interface Answered {
  readonly answer: RawAnswer;
  /** `clearanceStatus` or `reportingStatus` as received; undefined when the answer has none. */
  readonly status?: string | undefined;
  readonly warnings: readonly AuthorityMessage[];
  readonly errors: readonly AuthorityMessage[];
}

/** The meaning of an answer to clearance, reporting or a compliance check; see the facts on the gateway. */
export type Outcome =
  /** Status 200, 202, 208, or 409 for a duplicate. `clearedInvoice` is the authority's copy as UTF-8 XML. */
  | ({ readonly kind: 'accepted'; readonly clearedInvoice?: Buffer; readonly again: boolean } & Answered)
  | ({ readonly kind: 'rejected' } & Answered)
  /** Status 303: clearance is switched off, and the document must be reported instead. */
  | ({ readonly kind: 'clearance-off' } & Answered)
  /** Status 400 without validation results, 406 or 413: the request is wrong, not the invoice. */
  | ({ readonly kind: 'request-refused' } & Answered)
  /** Status 401, or 403 without validation results: the credential was refused. */
  | ({ readonly kind: 'credential-refused' } & Answered)
  /** Status 429 or 5xx, or no answer that is understood: the document may have arrived, and is sent again. */
  | {
      readonly kind: 'unknown';
      readonly why:
        | 'no-answer'
        | 'time-out'
        | 'rate-limited'
        | 'server-error'
        | 'unreadable'
        | 'unknown-status';
      readonly fault?: ConnectionFault | undefined;
      readonly answer?: RawAnswer | undefined;
      /** The status word as received, if it is unknown. */
      readonly status?: string | undefined;
      readonly errors?: readonly AuthorityMessage[] | undefined;
      /** The delay from the header Retry-After. */
      readonly retryAfterMs?: number | undefined;
    };

export type OutcomeKind = Outcome['kind'];
