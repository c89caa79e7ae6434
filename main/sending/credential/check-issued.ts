import { type Failure, fail } from '../../../shared/failure.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';
import type { SigningKey } from '../../document/stamp/key.ts';
import type { Step } from './refusal.ts';

/** Largest difference allowed between the authority's clock and the terminal's, milliseconds. */
const clockTolerance = 5 * 60_000;

/**
 * Refuses a new certificate that cannot be used. It must be for our key, taxpayer and environment, must not be
 * self-signed, and must be valid now. Nobody would accept documents stamped with any other certificate.
 * @throws FailureError `gateway-refused` with detail `code`: certificate-key, certificate-vat-number,
 * certificate-issuer, certificate-expired, certificate-not-yet (usually because of a wrong clock); `other-environment`
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

/**
 * The certificate may be good and this machine's clock wrong. Once the clock is right the certificate can be used, and
 * its one-time password is spent, so a new request would need another.
 */
export function isMatterOfClock({ code, detail }: Failure): boolean {
  return (
    code === 'gateway-refused' &&
    (detail?.code === 'certificate-expired' || detail?.code === 'certificate-not-yet')
  );
}

/** Returns true when `checkIssued` refused a certificate that can never be used. */
export function isUseless(failure: Failure): boolean {
  if (failure.code === 'other-environment') return true;
  return failure.code === 'gateway-refused' && !isMatterOfClock(failure);
}
