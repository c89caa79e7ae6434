import { createHash } from 'node:crypto';
import { type Sale, saleSchema } from '../../../../shared/sale/sale.ts';
import { Exact, type Halalas, halalasToText } from '../../../../shared/values/money.ts';

/** The digests already computed, because several steps need the digest of one sale, which may have 10,000 lines. */
const digests = {
  asWritten: new WeakMap<Sale, string>(),
  withoutDefaults: new WeakMap<Sale, string>(),
  withoutAmount: new WeakMap<Sale, string>(),
};

/**
 * Returns a digest that distinguishes two sales with the same id: a SHA-256 in Base64. The caller's own facts do not
 * make a sale different, because a retry may state another attempt or time there. An explicit default does not make it
 * different either.
 * @param payable the amount due, once it is known; a single payment of all of it may state the amount or omit it
 */
export function saleDigest(sale: Sale, payable?: Halalas): string {
  const cache = digests[paysWhole(sale, payable) ? 'withoutAmount' : 'withoutDefaults'];
  return digestIn(cache, sale, () => withoutDefaults(withoutReceipt(sale), payable));
}

/** If a receipt is shown only after an answer was lost, the note is still the same. */
function withoutReceipt({ receiptShown: _, ...sale }: Sale): Sale {
  return sale;
}

/** Returns the digests that this version and earlier ones give a sale, by the amount due. */
export const digestsOf =
  (sale: Sale) =>
  (payable: Halalas): string[] => [
    saleDigest(sale, payable),
    digestIn(digests.asWritten, sale, () => withoutCallersOwn(sale)),
  ];

function digestIn(cache: WeakMap<Sale, string>, sale: Sale, facts: () => object): string {
  const before = cache.get(sale);
  if (before !== undefined) return before;
  const digest = createHash('sha256').update(JSON.stringify(facts())).digest('base64');
  cache.set(sale, digest);
  return digest;
}

/** Returns a sale without the reference and metadata of its caller, which are not part of the document. */
export function withoutCallersOwn<S extends Partial<Sale>>(sale: S): Omit<S, 'reference' | 'metadata'> {
  const { reference: _, metadata: __, ...rest } = sale;
  return rest;
}

/** Returns a sale without its caller's own facts, and without fields that are equal to their defaults. */
export function withoutDefaults(sale: Sale, payable?: Halalas): object {
  const { currency, special, payments, ...rest } = withoutCallersOwn(sale);
  const flags = Object.entries(special ?? {}).filter(([, flag]) => flag);
  const [only, ...others] = payments;
  const { amount: _, ...unstated } = only ?? {};
  const stated: Record<string, unknown> = {
    ...rest,
    ...(currency !== 'SAR' && { currency }),
    ...(flags.length > 0 && { special: Object.fromEntries(flags) }),
    payments: paysWhole(sale, payable) ? [unstated, ...others] : payments,
  };
  // The fields keep the order of the sale, as in the digests of earlier versions.
  return Object.fromEntries(Object.keys(sale).flatMap((key) => (key in stated ? [[key, stated[key]]] : [])));
}

/** Returns true when one payment covers all of the amount due. */
function paysWhole({ payments: [only, ...others] }: Sale, payable: Halalas | undefined): boolean {
  if (payable === undefined || only?.amount === undefined || others.length > 0) return false;
  return only.tendered === undefined && new Exact(only.amount).equals(halalasToText(payable));
}

/**
 * Returns true when a stored sale has one of these digests. An earlier version may have stored it differently, with ids
 * in capitals, empty fields or defaults, so it is parsed by today's schema when the digests differ.
 * @param stored the digest and amount due, and the sale as JSON text
 */
export function isSameSale(
  stored: { readonly saleDigest: string; readonly sale: string; readonly payable: Halalas },
  digestsBy: (payable: Halalas) => readonly string[],
): boolean {
  const wanted = digestsBy(stored.payable);
  if (wanted.includes(stored.saleDigest)) return true;
  const read = saleSchema.safeParse(JSON.parse(stored.sale));
  return read.success && wanted.includes(saleDigest(read.data, stored.payable));
}
