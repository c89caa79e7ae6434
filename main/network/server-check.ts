import { createHash, X509Certificate } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';

/**
 * Decides about another side whose certificate holds by the usual rules.
 * @param key SHA-256 of the public key (SubjectPublicKeyInfo) of its own certificate, base64url. It has proved that it holds
 * this one alone: what it sends along as an issuer's may be anybody's
 */
export type ServerCheck = (key: string) => boolean;

/** Returns what Node's TLS asks about a certificate. */
export function identityCheck(check: ServerCheck): typeof checkServerIdentity {
  return (host, certificate) => {
    const wrong = checkServerIdentity(host, certificate);
    if (wrong !== undefined) return wrong;
    return check(keyPin(new X509Certificate(certificate.raw)))
      ? undefined
      : Object.assign(new Error('the certificate is another one'), { code: 'ERR_OTHER_CERTIFICATE' });
  };
}

function keyPin({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
