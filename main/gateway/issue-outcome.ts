import type { AuthorityMessage } from '../../shared/status.ts';
import type { Pair } from './basic.ts';
import type { Outcome, RawAnswer } from './outcome.ts';

/** What an answer to a request for a certificate means. No `answer` in here holds a secret: it is taken out. */
export type IssueOutcome =
  | {
      readonly kind: 'issued';
      readonly pair: Pair;
      /** What `requestProduction` asks with. */
      readonly requestId: string;
      /** As it came, ISSUED as a rule. */
      readonly dispositionMessage: string;
      readonly answer: RawAnswer;
    }
  /** 428 on renewal: a new compliance pair; the compliance series comes first, then `requestProduction`. */
  | {
      readonly kind: 'not-compliant';
      readonly pair: Pair;
      readonly requestId: string;
      readonly dispositionMessage: string;
      readonly answer: RawAnswer;
    }
  /** The request was understood and refused: OTP, certificate request, compliance steps. */
  | {
      readonly kind: 'refused';
      /** Of the first error, as it came, for instance Invalid-OTP. */
      readonly code: string;
      readonly message: string;
      readonly errors: readonly AuthorityMessage[];
      readonly answer: RawAnswer;
    }
  /** 401, 403. */
  | {
      readonly kind: 'credential-refused';
      readonly errors: readonly AuthorityMessage[];
      readonly answer: RawAnswer;
    }
  /** No answer, or one that says nothing certain. A one-time password may be spent. */
  | (Extract<Outcome, { kind: 'unknown' }> & { readonly errors: readonly AuthorityMessage[] });
