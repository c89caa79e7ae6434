/**
 * Known reasons for a failed connection: the other side's certificate, the proxy, or the name. The codes cross process
 * borders; their words are in `shared/words/faults/connection-faults.ts`.
 */
export const connectionFaults = [
  'tls-expired', // its certificate has expired
  'tls-not-yet', // its certificate is not valid yet: usually a wrong clock here
  'tls-self-signed', // its certificate is self-signed
  'tls-unknown-issuer', // its issuer is not trusted by this machine
  'tls-host', // its certificate is for another name
  'tls-broken', // anything else about TLS
  'proxy-unreachable',
  'proxy-credentials', // the proxy requires a name and a password, or different ones
  'proxy-refused', // the proxy does not allow this destination
  'name-unknown', // the name does not exist
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

export function isConnectionFault(text: unknown): text is ConnectionFault {
  return connectionFaults.some((fault) => fault === text);
}
