import type { AuthorityMessage } from '../../shared/status.ts';
import type { Pair } from './basic.ts';
import type { Outcome, RawAnswer } from './outcome.ts';

interface WithPair {
  readonly pair: Pair;
  /** The id to be sent by `requestProduction`. */
  readonly requestId: string;
  /** The authority's own status word, usually ISSUED. */
  readonly dispositionMessage: string;
  readonly answer: RawAnswer;
}

interface WithErrors {
  readonly errors: readonly AuthorityMessage[];
  readonly answer: RawAnswer;
}

/** The meaning of an answer to a request for a certificate. No `answer` here has a secret: they are removed. */
export type IssueOutcome =
  | ({ readonly kind: 'issued' } & WithPair)
  /** Status 428 on renewal: a new compliance pair, which needs the compliance series and then `requestProduction`. */
  | ({ readonly kind: 'not-compliant' } & WithPair)
  /** `code` is that of the first error as received, for instance Invalid-OTP. */
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & WithErrors)
  | ({ readonly kind: 'credential-refused' } & WithErrors)
  /** No answer, or an uncertain one. A one-time password may have been used up. */
  | (Extract<Outcome, { kind: 'unknown' }> & { readonly errors: readonly AuthorityMessage[] });
