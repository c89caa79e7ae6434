import { fail } from '../../../shared/failure.ts';
import type { IssueOutcome } from '../../gateway/issue-outcome.ts';
import type { Outcome } from '../../gateway/outcome.ts';

export type Issued = Extract<IssueOutcome, { kind: 'issued' | 'not-compliant' }>;

type Stopped = Exclude<IssueOutcome, { kind: 'issued' }> | Exclude<Outcome, { kind: 'accepted' }>;

/** The step at which a flow stopped; part of each of its failures. */
export type Step = 'compliance' | 'series' | 'production';

/**
 * Throws an outcome that stops a flow, as a failure with the authority's words.
 * @throws FailureError `gateway-unreachable`, `credential-refused` or `gateway-refused`; always
 */
export function refuse(step: Step, outcome: Stopped): never {
  if (outcome.kind === 'unknown') {
    const httpStatus = outcome.answer?.httpStatus;
    return fail('gateway-unreachable', {
      detail: { step, why: outcome.fault ?? outcome.why, ...(httpStatus !== undefined && { httpStatus }) },
    });
  }
  const httpStatus = outcome.answer.httpStatus;
  // A pair arrived although none was requested: only a renewal may get such an answer.
  if (outcome.kind === 'not-compliant')
    return fail('gateway-refused', {
      detail: { step, httpStatus, code: outcome.dispositionMessage, message: '' },
    });
  const first = 'errors' in outcome ? outcome.errors[0] : undefined;
  const code = outcome.kind === 'refused' ? outcome.code : (first?.code ?? outcome.kind);
  const message = outcome.kind === 'refused' ? outcome.message : (first?.message ?? '');
  const refused = outcome.kind === 'credential-refused' ? 'credential-refused' : 'gateway-refused';
  return fail(refused, { detail: { step, httpStatus, code, message } });
}
