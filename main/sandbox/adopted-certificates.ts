import { FailureError } from '../../shared/failure.ts';
import { type Certificate, readCertificate } from '../stamp/certificate.ts';
import { subjectOf } from '../stamp/certificate-authority.ts';
import { sandboxName } from './authority.ts';
import type { SandboxContext } from './context.ts';
import type { Credential } from './credential-store.ts';
import { deviceOf } from './device-name.ts';

/*
 * A training sandbox whose file was deleted knows nobody any more, and a terminal's training documents would wait for
 * ever. So in training, and only there, a sandbox believes what certificates say of the life before its own: no other
 * environment, and nothing of value, hangs on it.
 */

/**
 * A certificate that a training sandbox with another file issued before this one began.
 * @param text Base64 of the DER; anything else is none
 */
function certificateOfFormerLife(
  { play, authority }: SandboxContext,
  text: string,
): { certificate: Certificate; device: string } | undefined {
  if (play.environment !== 'training') return undefined;
  try {
    const certificate = readCertificate(text);
    const ours = certificate.issuer === `CN=${sandboxName}` && certificate.template === play.template;
    if (!ours || certificate.validFrom > authority.since) return undefined;
    return { certificate, device: deviceOf(subjectOf(certificate)) };
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}

/**
 * Takes a production pair back that was issued before this sandbox began: the first secret that comes with such a
 * certificate is believed. Not for a device that this sandbox knows already.
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

/** The certificate of a stamp that a device of this name made before this sandbox began. */
export function adoptedStampCertificate(
  context: SandboxContext,
  device: string,
  text: string,
): Certificate | undefined {
  const former = certificateOfFormerLife(context, text);
  return former?.device === device ? former.certificate : undefined;
}
