import { createHash } from 'node:crypto';
import { type Sale, saleSchema } from '../../shared/sale.ts';

/** Tells two sales apart that have one id. Base64 of a SHA-256. */
export function saleDigest(sale: Sale): string {
  return createHash('sha256').update(JSON.stringify(sale)).digest('base64');
}

/**
 * Tells whether a stored sale is the one of this digest. An earlier version may have kept it in another form, with its
 * ids in capitals or with empty fields, so it is read by today's schema where the digests differ.
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
