import { createHash, X509Certificate } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';

/**
 * Decides about another side whose certificate is valid by the usual rules.
 * @param key SHA-256 of the public key (SubjectPublicKeyInfo) of its own certificate, base64url. Only this certificate
 * is proved to be its own; a certificate that it sends as its issuer's may be anybody's
 */
export type ServerCheck = (key: string) => boolean;

/** Returns the function that Node's TLS calls to check a certificate. */
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
