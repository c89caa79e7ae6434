import { createHash } from 'node:crypto';

/**
 * Returns a digest in the authority's form, used for certificates and SignedProperties: Base64 of the lower-case
 * hexadecimal text of the SHA-256, not of its bytes.
 */
export function hexDigest(text: string): string {
  const hex = createHash('sha256').update(text, 'utf8').digest('hex');
  return Buffer.from(hex, 'latin1').toString('base64');
}
