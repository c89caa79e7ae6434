/**
 * Why a connection could not be made, as far as it can be told: what is wrong with the other side's certificate, with
 * the proxy, or with the name. Codes cross process borders; words are in `shared/words/connection-faults.ts`.
 */
export const connectionFaults = [
  'tls-expired', // its certificate has run out
  'tls-not-yet', // its certificate begins later: a wrong clock here, as a rule
  'tls-self-signed', // it vouches for itself
  'tls-unknown-issuer', // its issuer is nobody this machine trusts
  'tls-host', // its certificate is for another name
  'tls-broken', // anything else about TLS
  'proxy-unreachable',
  'proxy-credentials', // the proxy wants a name and a password, or others
  'proxy-refused', // the proxy does not let through to there
  'name-unknown', // no such name
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

export function isConnectionFault(text: unknown): text is ConnectionFault {
  return connectionFaults.some((fault) => fault === text);
}
