import type { Language } from '../../shared/values/language.ts';
import { type Finding, sandboxTexts } from './checks/finding.ts';

/** An HTTP answer: an object is sent as JSON, a text as plain text. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  /** The number of milliseconds after the request before which the answer is not sent. */
  readonly after?: number | undefined;
  /** True when the connection ends without an answer. */
  readonly isLost?: boolean | undefined;
}

/** The body of a refused request for a certificate: `{errors: [{code, message}]}`. */
export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { errors: [{ code, message }] } };
}

export function validationResults(findings: readonly Finding[], language: Language): object {
  const say = ({ status, code, category, message }: Finding) => ({
    type: status,
    code,
    category,
    message: message[language],
    status,
  });
  const errors = findings.filter(({ status }) => status === 'ERROR').map(say);
  const warnings = findings.filter(({ status }) => status === 'WARNING').map(say);
  return {
    infoMessages: [
      {
        type: 'INFO',
        code: 'sandbox',
        category: 'SANDBOX',
        message: sandboxTexts.notTheAuthority[language],
        status: 'PASS',
      },
    ],
    warningMessages: warnings,
    errorMessages: errors,
    status: errors.length > 0 ? 'ERROR' : warnings.length > 0 ? 'WARNING' : 'PASS',
  };
}
