import * as z from 'zod';
import { buyerSchema } from '../../sale/party.ts';
import { vatSchema } from '../../sale/sale-line.ts';
import { units } from '../../sale/units.ts';
import { command } from '../command.ts';

/** An article of the list, or an item sold before, in the form of its last sale. */
export const knownItemSchema = z.object({
  /** The article; omitted for an item that is only remembered. */
  article: z.uuid().optional(),
  /** The name as in a document. */
  name: z.string(),
  nameAr: z.string().optional(),
  nameEn: z.string().optional(),
  /** The requested code, if the item has it; otherwise its first one. */
  barcode: z.string().optional(),
  /** The requested code, if it contains more than the barcode. */
  scanned: z.string().optional(),
  /** The price of one unit in SAR, VAT included; if omitted, it is entered at the till. */
  unitPrice: z.string().optional(),
  /** The quantity on its label, if that was scanned; the next label makes another line. */
  quantity: z.string().optional(),
  /** The unit; if omitted, pieces. */
  unit: z.enum(units).optional(),
  vat: vatSchema,
});
export type KnownItem = z.output<typeof knownItemSchema>;

/** The number of items a cashier can take in at a glance. */
export const itemsShown = 6;

/** The number of buyers a cashier can take in at a glance. */
export const buyersShown = 6;

/** The longest name or barcode in a search, in characters. */
export const itemTextLength = 200;

export const knownBuyerSchema = z.object({
  buyer: buyerSchema,
  /** The time of the buyer's newest document; omitted if there is none. */
  lastAt: z.iso.datetime().optional(),
});
export type KnownBuyer = z.output<typeof knownBuyerSchema>;

/** The most lines of one question about prices. */
const linesAsked = 500;

const namedSchema = z.strictObject({ name: z.string().max(2000), barcode: z.string().max(2000).optional() });

export const items = {
  /**
   * Returns the present price of each of these items that is an article with one price, in SAR with VAT, so that a
   * basket shows what changed since they were taken.
   */
  'item.prices': command({
    role: 'cashier',
    input: z.strictObject({ items: z.array(namedSchema).max(linesAsked) }),
    output: z.object({ prices: z.array(namedSchema.extend({ price: z.string() })) }),
  }),
  /**
   * Returns articles with a similar name, then items of everyday sales that no article has, most sold first; for a
   * code, that one item. Fails with `bad-input` for a code that names a withdrawn article (`item-withdrawn`), and for
   * a label that cannot be right (`label-misread`, `label-zero`, `label-unknown`, `label-not-weighed`).
   */
  'item.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({ items: z.array(knownItemSchema).max(itemsShown) }),
  }),
  /**
   * Returns buyers of the book, including those of earlier business sales, found by parts of their names or numbers;
   * the most recent buyers come first, and an empty text finds all.
   */
  'buyer.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({ buyers: z.array(knownBuyerSchema).max(buyersShown) }),
  }),
};
