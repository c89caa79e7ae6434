import { isConnectionFault } from '../../connection-fault.ts';
import type { Failure } from '../../failure.ts';
import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/credential-failures.ts';
import { en } from '../en/faults/credential-failures.ts';
import { fill } from '../fill.ts';
import { describeFailure } from '../index.ts';
import { connectionFaultWords } from './connection-faults.ts';

/** The circumstances of a failure that change its sentence. */
export interface FailureContext {
  /** True when a one-time password is needed to continue: after a lost answer, the old one may be used up. */
  readonly needsOtp?: boolean;
}

/**
 * Describes a failure to obtain a credential in one or two sentences that end with advice; other failures have their
 * own words. The wizard, the certificate's page and the command line use it.
 */
export function describeCredentialFailure(
  failure: Failure,
  language: Language,
  context: FailureContext = {},
): string {
  const { why } = failure.detail ?? {};
  if (isConnectionFault(why)) return connectionFaultWords[language][why];
  const key = sentenceFor(failure, context);
  if (key === undefined) return describeFailure(failure, language);
  const { code = '', message = '' } = failure.detail ?? {};
  return fill(sentences[language][key], { code, message }).trim();
}

function sentenceFor({ code, detail = {} }: Failure, { needsOtp = false }: FailureContext): Key | undefined {
  const why = String(detail.why ?? '');
  if (why === 'clock') return 'clock';
  switch (code) {
    case 'gateway-refused':
      return refusalSentence(detail);
    case 'gateway-unreachable':
      return unreachable[why] ?? (needsOtp ? 'answerLost' : why === 'time-out' ? 'tooSlow' : 'noNetwork');
    case 'other-environment':
      return detail.template === undefined ? undefined : 'otherTemplate';
    case 'credential-refused':
      if (detail.httpStatus === 403) return 'notPermitted';
      // Only a renewal starts with a credential.
      return detail.step === 'compliance' ? 'renewalRefused' : 'pairRefused';
    default:
      return undefined;
  }
}

/** The keys of the texts for unusable answers, by the gateway's names for these. */
const unreachable: Readonly<Record<string, Key>> = {
  'rate-limited': 'tooBusy',
  'server-error': 'tooBusy',
  unreadable: 'unreadable',
  'unknown-status': 'unreadable',
};

/** The faults that the terminal itself finds in a newly issued certificate. */
const wrongCertificate: Readonly<Record<string, Key>> = {
  'certificate-key': 'otherKey',
  'certificate-issuer': 'otherKey',
  'certificate-vat-number': 'otherVatNumber',
  'certificate-expired': 'clock',
  'certificate-not-yet': 'clock',
};

/** The authority's codes have several spellings (facts, Calls), and only its text distinguishes some cases. */
function refusalSentence(detail: NonNullable<Failure['detail']>): Key {
  const code = String(detail.code ?? '').toLowerCase();
  const message = String(detail.message ?? '').toLowerCase();
  if (code === 'missing-otp') return 'otpMissing';
  if (code.includes('otp')) {
    if (message.includes('expired')) return 'otpExpired';
    return message.includes('used') ? 'otpUsed' : 'otpWrong';
  }
  if (code === 'not_compliant' || message.includes('policy module')) return 'templateRefused';
  if (code.includes('csr')) return 'requestRefused';
  if (code === 'missing-compliancesteps') return 'stepsMissing';
  if (code === 'invalid-currentccsid') return 'renewalRefused';
  const ofCertificate = wrongCertificate[code];
  if (ofCertificate !== undefined) return ofCertificate;
  if (detail.step === 'series') return 'documentRefused';
  return 'refused';
}

type Key = keyof typeof en;

/** The sentences by language, exported for the tests of the words. */
export const sentences: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, ar };
