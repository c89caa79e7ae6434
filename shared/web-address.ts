/** True for an address at which the gateway may be: https, or http on this machine, and nothing but a place. */
export function isGatewayAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

/** @param hostname as `URL.hostname` gives it: IPv4 in four parts, IPv6 in brackets */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
