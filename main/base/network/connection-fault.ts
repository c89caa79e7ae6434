import { type ConnectionFault, isConnectionFault } from '../../../shared/connection-fault.ts';

const meanings: Readonly<Record<string, ConnectionFault>> = {
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-not-yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-unknown-issuer',
  CERT_UNTRUSTED: 'tls-unknown-issuer',
  CERT_SIGNATURE_FAILURE: 'tls-unknown-issuer', // the issuer only has the same name as a trusted one
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-host',
  HOSTNAME_MISMATCH: 'tls-host',
  EPROTO: 'tls-broken',
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
};

/** Finds the connection fault in an error, at any depth of its causes; undefined if it has none. */
export function connectionFault(error: unknown, depth = 0): ConnectionFault | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const { code } = error as { code?: unknown };
  if (isConnectionFault(code)) return code;
  if (typeof code === 'string') {
    const meaning = meanings[code] ?? (/^(ERR_SSL_|ERR_TLS_|CERT_)/.test(code) ? 'tls-broken' : undefined);
    if (meaning !== undefined) return meaning;
  }
  const deeper = error instanceof AggregateError ? error.errors : [error.cause];
  for (const cause of deeper) {
    const fault = connectionFault(cause, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
