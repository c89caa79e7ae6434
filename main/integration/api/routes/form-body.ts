import { RequestProblemError } from '../../problem.ts';

/**
 * Parameters of an `application/x-www-form-urlencoded` text, each at most once (RFC 6749 §3.1, §3.2); a parameter
 * without a value counts as omitted. This is stricter than a browser's parser: bad encoding is refused, not repaired.
 * @throws RequestProblemError `bad-request`
 */
export function parseForm(text: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (parameters.has(name)) throw new RequestProblemError('bad-request');
    parameters.set(name, value);
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function decode(text: string): string {
  // Bytes outside ASCII are not allowed in an encoded form, nor in OAuth's parameters (RFC 6749 appendix A).
  if (!/^[\x21-\x7e]*$/.test(text)) throw new RequestProblemError('bad-request');
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RequestProblemError('bad-request');
  }
}
