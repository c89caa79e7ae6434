import * as z from 'zod';
import { issueSchema } from '../failure.ts';

/** Every way a request to the head office can fail; their texts are in `shared/words`. */
export const officeFailureCodes = [
  'bad-input', // the input does not match its schema; `issues` has the details
  'not-found',
  'not-allowed', // this role may not do this
  'signed-out', // nobody is signed in, or the session has ended
  'wrong-sign-in', // e-mail address, password or code is wrong; the answer does not reveal which
  'sign-in-locked', // too many wrong attempts; `detail.seconds` until the next one
  'link-dead', // the link was used, replaced, or is too old
  'wrong-code', // the first code of the authenticator app is wrong
  'email-taken', // another person signs in with this address
  'name-taken', // another person of the office has this name, so the log could not distinguish them
  'last-owner', // one owner must remain
  'second-person', // a person other than the one who requested it must confirm it
  'which-taxpayer', // tills of several taxpayers wait for passwords, and none was named
  'no-archive', // this office has no folder for archives
  'archive-place', // the place for archives cannot be reached, refuses, or has other files; the office's log has the reason
  'no-mail', // this office has no server for e-mails
  'no-order-key', // this process has no key for signing orders
  'unreachable', // the office did not answer
  'internal', // anything else: a defect
] as const;
export type OfficeFailureCode = (typeof officeFailureCodes)[number];

export const officeFailureSchema = z.object({
  code: z.enum(officeFailureCodes),
  issues: z.array(issueSchema).optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type OfficeFailure = z.infer<typeof officeFailureSchema>;

/** A failure inside the office; the web API turns it into a value. */
export class OfficeError extends Error {
  readonly failure: OfficeFailure;

  constructor(failure: OfficeFailure) {
    super(failure.code);
    this.name = 'OfficeError';
    this.failure = failure;
  }
}

export function refuse(code: OfficeFailureCode, detail?: OfficeFailure['detail']): never {
  throw new OfficeError({ code, ...(detail !== undefined && { detail }) });
}
