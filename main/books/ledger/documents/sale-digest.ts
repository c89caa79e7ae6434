import { createHash } from 'node:crypto';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { Exact, type Halalas, halalasToText } from '../../../../shared/values/money.ts';

/** The digests already computed, because several steps need the digest of one sale, which may have 10,000 lines. */
const digests = {
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

function digestIn(cache: WeakMap<Sale, string>, sale: Sale, facts: () => object): string {
  const before = cache.get(sale);
  if (before !== undefined) return before;
  const digest = createHash('sha256').update(JSON.stringify(facts())).digest('base64');
  cache.set(sale, digest);
  return digest;
}

/**
 * Returns a sale without its caller's own facts, and without fields that are equal to their defaults. The customer of a
 * note is that of its invoice.
 */
export function withoutDefaults(sale: Sale, payable?: Halalas): object {
  const { currency, special, payments, reference: _, metadata: __, ...all } = sale;
  const { customer, ...note } = all;
  const rest = sale.corrects === undefined ? { ...note, customer } : note;
  const flags = Object.entries(special ?? {}).filter(([, flag]) => flag);
  const [only, ...others] = payments;
  const { amount: ___, ...unstated } = only ?? {};
  const stated = {
    ...rest,
    ...(currency !== 'SAR' && { currency }),
    ...(flags.length > 0 && { special: Object.fromEntries(flags) }),
    payments: paysWhole(sale, payable) ? [unstated, ...others] : payments,
  };
  // An id that the server made comes last in a sale, and first when its caller sends it back.
  return Object.fromEntries(Object.entries(stated).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns true when one payment covers all of the amount due. */
function paysWhole({ payments: [only, ...others] }: Sale, payable: Halalas | undefined): boolean {
  if (payable === undefined || only?.amount === undefined || others.length > 0) return false;
  return only.tendered === undefined && new Exact(only.amount).equals(halalasToText(payable));
}
