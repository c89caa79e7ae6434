import { createHash, X509Certificate } from 'node:crypto';
import { checkServerIdentity, type DetailedPeerCertificate } from 'node:tls';

/**
 * Decides about another side whose certificate holds by the usual rules.
 * @param keys SHA-256 of the public keys (SubjectPublicKeyInfo) of its certificates, base64url, its own first
 */
export type ServerCheck = (keys: readonly string[]) => boolean;

/** Returns what Node's TLS asks about a certificate. */
export function identityCheck(check: ServerCheck): typeof checkServerIdentity {
  return (host, certificate) => {
    const wrong = checkServerIdentity(host, certificate);
    if (wrong !== undefined) return wrong;
    return check(keysOf(certificate as DetailedPeerCertificate))
      ? undefined
      : Object.assign(new Error('the certificate is another one'), { code: 'ERR_OTHER_CERTIFICATE' });
  };
}

/** An authority's own certificate names itself as its issuer. */
function keysOf(own: DetailedPeerCertificate): string[] {
  const keys: string[] = [];
  const seen = new Set<DetailedPeerCertificate>();
  for (let each = own; each?.raw !== undefined && !seen.has(each); each = each.issuerCertificate) {
    seen.add(each);
    keys.push(keyPin(new X509Certificate(each.raw)));
  }
  return keys;
}

function keyPin({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
