/**
 * Returns true for an address that the gateway may have: https, or http on this machine, with only host, port and path.
 */
export function isGatewayAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

/**
 * Returns true for a loopback address or name. @param hostname as in `URL.hostname`: IPv4 in four parts, IPv6 in
 * brackets
 */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
