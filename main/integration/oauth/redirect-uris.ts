/**
 * Returns true when a browser may be sent back to this address: the same address must be registered, except for the
 * port of a loopback address, which the app cannot choose (RFC 8252 §7.3).
 */
export function mayRedirect(registered: readonly string[], requested: string): boolean {
  return registered.some(
    (uri) => uri === requested || withoutLoopbackPort(uri) === withoutLoopbackPort(requested),
  );
}

/**
 * Adds the parameters of an answer to an address, whose own query and every other byte stay as they are (RFC 6749
 * §3.1.2).
 */
export function withAnswer(address: string, answer: URLSearchParams): string {
  if (!address.includes('?')) return `${address}?${answer}`;
  return /[?&]$/.test(address) ? `${address}${answer}` : `${address}&${answer}`;
}

const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*)?$/;

/** Only loopback addresses can be equal here, because any other address gets its own symbol. */
function withoutLoopbackPort(uri: string): string | symbol {
  const [, host, path = '/'] = loopback.exec(uri) ?? [];
  return host === undefined ? Symbol(uri) : host + path;
}
