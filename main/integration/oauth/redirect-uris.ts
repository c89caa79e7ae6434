/**
 * Whether an app may be sent back to an address: it is registered, character by character, but for the port of a
 * loopback address, which the app takes as it comes (RFC 8252 §7.3).
 */
export function mayRedirect(registered: readonly string[], asked: string): boolean {
  return registered.some((uri) => uri === asked || withoutLoopbackPort(uri) === withoutLoopbackPort(asked));
}

const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)?$/;

/** Undefined never equals undefined here: an address of another kind stands for itself. */
function withoutLoopbackPort(uri: string): string | symbol {
  const [, host, path = '/'] = loopback.exec(uri) ?? [];
  return host === undefined ? Symbol(uri) : host + path;
}
