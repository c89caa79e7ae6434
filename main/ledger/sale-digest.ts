import { createHash } from 'node:crypto';
import { type Sale, saleSchema } from '../../shared/sale.ts';

/** The digests already computed: several steps ask for that of one sale, which may have 10,000 lines. */
const digests = new WeakMap<Sale, string>();

/**
 * Returns a digest that distinguishes two sales with the same id. Base64 of a SHA-256. What the caller keeps beside the
 * sale makes no other sale: a retry may well say another attempt or time there.
 */
export function saleDigest(sale: Sale): string {
  const known = digests.get(sale);
  if (known !== undefined) return known;
  const digest = createHash('sha256')
    .update(JSON.stringify(withoutCallersOwn(sale)))
    .digest('base64');
  digests.set(sale, digest);
  return digest;
}

/** Returns a sale without the reference and metadata of its caller, which are no part of the document. */
export function withoutCallersOwn<S extends Partial<Sale>>(sale: S): Omit<S, 'reference' | 'metadata'> {
  const { reference: _, metadata: __, ...rest } = sale;
  return rest;
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
