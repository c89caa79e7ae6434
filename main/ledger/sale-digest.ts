import { createHash } from 'node:crypto';
import { type Sale, saleSchema } from '../../shared/sale.ts';

/** Returns a digest that tells apart two sales with the same id. Base64 of a SHA-256. */
export function saleDigest(sale: Sale): string {
  return createHash('sha256').update(JSON.stringify(sale)).digest('base64');
}

/**
 * True when a stored sale has this digest. An earlier version may have stored it differently, with ids in capitals or
 * empty fields, so it is parsed by today's schema when the digests differ.
 * @param stored its digest, and the sale as JSON text
 */
export function isSameSale(
  stored: { readonly saleDigest: string; readonly sale: string },
  digest: string,
): boolean {
  if (stored.saleDigest === digest) return true;
  const read = saleSchema.safeParse(JSON.parse(stored.sale));
  return read.success && saleDigest(read.data) === digest;
}
