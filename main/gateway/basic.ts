/** A credential pair. Both texts are exactly as the authority issued them; the secret belongs only in the vault. */
export interface Pair {
  /** `binarySecurityToken`: Base64 of the Base64 of the certificate's DER. */
  readonly csid: string;
  readonly secret: string;
}

/** Returns true when a pair fits into the header: no empty part, line break or other control character. */
export function isUsablePair(pair: Pair): boolean {
  // A colon ends the name in `name:password` (RFC 7617), so a csid cannot contain one.
  return isOneLine(pair.csid) && !pair.csid.includes(':') && isOneLine(pair.secret);
}

/**
 * Returns the value of the Authorization header: `Basic ` + Base64(csid + ":" + secret). The csid is already Base64 and
 * is encoded once more (specification, Authentication, 3).
 * @throws TypeError when the pair cannot be used; the message contains no part of the pair
 */
export function basicAuthorization(pair: Pair): string {
  if (!isUsablePair(pair)) throw new TypeError('a credential pair is empty or has a line break');
  return `Basic ${Buffer.from(`${pair.csid}:${pair.secret}`, 'utf8').toString('base64')}`;
}

function isOneLine(text: string): boolean {
  return text !== '' && !/\p{Cc}/u.test(text);
}
