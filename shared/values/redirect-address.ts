import { codedIssue } from '../fields.ts';

/** The parameters that an answer adds to a redirect address. */
const ownParameters: readonly string[] = ['code', 'state', 'iss', 'error', 'error_description'];

const longest = 500;

/**
 * Returns the reason why an app may not be sent back to an address (RFC 6749 §3.1.2, RFC 8252 §7); undefined if it may:
 * https; http to a loopback address, not to a name that may resolve elsewhere (§8.3); or the app's own scheme with a dot
 * (§7.1). It has no fragment. A query stays as it is, without the parameters that the answer adds.
 */
export function redirectFault(address: string) {
  const fault = faultOf(address);
  return fault && codedIssue(fault.code, fault.message, fault.params);
}

function faultOf(
  address: string,
): { code: string; message: string; params?: Record<string, string | number> } | undefined {
  const [character] = /[^\x21-\x7e]/u.exec(address) ?? [];
  if (address.length > longest)
    return {
      code: 'too-long',
      message: `must have at most ${longest} characters`,
      params: { limit: longest },
    };
  if (character !== undefined)
    return {
      code: 'redirect-character',
      message: 'has a blank or a character that must be escaped',
      params: { character },
    };
  if (address.includes('#')) return { code: 'redirect-fragment', message: 'must have no fragment (#…)' };
  if (address.includes('*'))
    return { code: 'redirect-wildcard', message: 'must be whole, without wildcards (*)' };
  if (!URL.canParse(address))
    return { code: 'redirect-address', message: 'must be a whole address with its scheme' };
  const { protocol, hostname, username, password, search } = new URL(address);
  if (username !== '' || password !== '')
    return { code: 'redirect-user', message: 'must name no user and no password' };
  const names = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0]);
  const parameter = ownParameters.find((name) => names.includes(name));
  if (parameter !== undefined)
    return {
      code: 'redirect-parameter',
      message: 'has a parameter that the answer adds',
      params: { value: parameter },
    };
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return hostname === '127.0.0.1' || hostname === '[::1]'
      ? undefined
      : { code: 'redirect-http', message: 'must be https, or http to 127.0.0.1 or [::1]' };
  // A scheme without a dot belongs to nobody, and some, such as javascript, run in the browser.
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/i.test(protocol)
    ? undefined
    : {
        code: 'redirect-scheme',
        message: 'must be https, or a scheme of the app’s own with a dot',
        params: { value: protocol },
      };
}
