import { type Failure, fail } from '../../shared/failure.ts';
import type { Certificate } from '../stamp/certificate.ts';
import type { SigningKey } from '../stamp/key.ts';
import type { Step } from './refusal.ts';

/** Clocks of the authority and of the terminal may differ by this much, milliseconds. */
const clockTolerance = 5 * 60_000;

/**
 * Whether a certificate that was just issued can serve: it is for our key, our taxpayer and our environment, issued by
 * somebody else, and valid now. One that is not would stamp documents that nobody accepts.
 * @throws FailureError `gateway-refused` with detail `code`: certificate-key, certificate-vat-number,
 *   certificate-issuer, certificate-expired, certificate-not-yet (a wrong clock, as a rule); `other-environment`
 */
export function checkIssued(
  certificate: Certificate,
  expected: { step: Step; key: SigningKey; vatNumber: string; template: string; now: number },
): void {
  const { step, key, vatNumber, template, now } = expected;
  const no = (code: string) => fail('gateway-refused', { detail: { step, code, message: '' } });
  if (!certificate.publicKey.equals(key.publicKey)) no('certificate-key');
  if (certificate.vatNumber !== undefined && certificate.vatNumber !== vatNumber)
    no('certificate-vat-number');
  if (certificate.issuer === certificate.subject) no('certificate-issuer');
  if (certificate.template !== undefined && certificate.template !== template)
    fail('other-environment', { detail: { step, template: certificate.template } });
  if (certificate.validTo <= now) no('certificate-expired');
  if (certificate.validFrom > now + clockTolerance) no('certificate-not-yet');
}

/** The clock here may be the one that is wrong: set right, what was issued serves, and its password is spent. */
export function isMatterOfClock({ code, detail }: Failure): boolean {
  return (
    code === 'gateway-refused' &&
    (detail?.code === 'certificate-expired' || detail?.code === 'certificate-not-yet')
  );
}

/** Whether `checkIssued` said so of a certificate that will never serve. */
export function isUseless(failure: Failure): boolean {
  if (failure.code === 'other-environment') return true;
  return failure.code === 'gateway-refused' && !isMatterOfClock(failure);
}
