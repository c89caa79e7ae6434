import { FailureError } from '../../../shared/failure.ts';
import { type Certificate, readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { subjectOf } from '../../document/stamp/certificates/certificate-authority.ts';
import { sandboxName } from '../authority.ts';
import type { SandboxContext } from '../context.ts';
import { deviceOf } from '../device-name.ts';
import type { Credential } from './credential-store.ts';

/*
 * If the file of a training sandbox was deleted, the new one knows no device, and a terminal's training documents would
 * wait for ever. So in training only, a sandbox accepts certificates that an earlier sandbox issued. Nothing of value
 * depends on them.
 */

/** Returns a certificate of an earlier training sandbox. @param text Base64 of the DER; else undefined */
function certificateOfFormerLife(
  { play, authority }: SandboxContext,
  text: string,
): { certificate: Certificate; device: string } | undefined {
  if (play.environment !== 'training') return undefined;
  const { since } = authority;
  try {
    const certificate = readCertificate(text);
    const ours =
      certificate.issuer === `CN=${sandboxName(play.environment)}` && certificate.template === play.template;
    if (!ours || certificate.validFrom > since) return undefined;
    return { certificate, device: deviceOf(subjectOf(certificate)) };
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}

/**
 * Takes over a production pair issued before this sandbox was created: the first secret that comes with such a
 * certificate is accepted, unless this sandbox knows the device already.
 */
export function adoptPair(context: SandboxContext, csid: string, secret: string): Credential | undefined {
  const { credentials } = context;
  const text = Buffer.from(csid, 'base64').toString('latin1');
  const former = certificateOfFormerLife(context, text);
  if (former === undefined) return undefined;
  credentials.adopt(
    {
      kind: 'production',
      certificate: text,
      request: '',
      device: former.device,
      byRenewal: false,
      complianceRequestId: null,
    },
    secret,
  );
  return credentials.find(csid, secret);
}

/** Returns the certificate of a stamp that a device of this name made before this sandbox was created. */
export function adoptedStampCertificate(
  context: SandboxContext,
  device: string,
  text: string,
): Certificate | undefined {
  const former = certificateOfFormerLife(context, text);
  return former?.device === device ? former.certificate : undefined;
}
