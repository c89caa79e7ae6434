import type { RejectionCause } from '../../../../shared/contract/terminal/credentials.ts';
import { type Certificate, csidToCertificateText } from '../../../document/stamp/certificates/certificate.ts';
import { isUsablePair, type Pair } from '../../../gateway/basic.ts';

/**
 * Finds the causes of a 401 or 403 that the terminal can know by itself (specification, Errors). It can see that the
 * header cannot be built from the pair, that the certificate is of another environment, or that it has expired. The
 * other causes are a changed secret, or a pair that was revoked at the authority.
 * @param template the certificate template of the environment (profile)
 */
export function rejectionCause(
  httpStatus: number,
  used: { pair: Pair; certificate: Certificate },
  expected: { template: string; now: number },
): RejectionCause {
  const { pair, certificate } = used;
  if (httpStatus === 403) return 'not-permitted';
  if (!isUsablePair(pair) || !holdsCertificate(pair.csid, certificate)) return 'header-malformed';
  if (certificate.template !== undefined && certificate.template !== expected.template)
    return 'other-environment';
  if (certificate.validTo < expected.now) return 'certificate-expired';
  return 'pair-revoked';
}

/** The CSID is exactly one Base64 layer around the certificate's text. */
function holdsCertificate(csid: string, certificate: Certificate): boolean {
  try {
    return csidToCertificateText(csid) === certificate.text;
  } catch {
    return false;
  }
}
