/**
 * Decodes strict Base64 (RFC 4648 §4): `Buffer.from` skips foreign characters and stray bits, so two texts could give
 * the same bytes, and a changed text could be accepted as the signed one.
 * @returns undefined for anything that is not the unique encoding of its bytes
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
