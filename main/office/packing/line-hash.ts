/* The hashes of a till's audit log as bytes: 32 of a line, and 16 of the ledger's id, which stands before the first. */

export const bytesOfHash = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex');

export function textOfHash(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return bytes.length === 16 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : hex;
}
