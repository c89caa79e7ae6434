import * as z from 'zod';
import { buyerSchema } from '../party.ts';
import { vatSchema } from '../sale-line.ts';
import { units } from '../units.ts';
import { command } from './command.ts';

/** An article of the list, or an item sold before, as in its last sale. */
export const knownItemSchema = z.object({
  /** The article; left out for an item that is only remembered. */
  article: z.uuid().optional(),
  /** As a document carries it. */
  name: z.string(),
  nameAr: z.string().optional(),
  nameEn: z.string().optional(),
  /** The code that was asked for, if the item has it; else its first one. */
  barcode: z.string().optional(),
  /** The code that was asked for, where it says more than the barcode. */
  scanned: z.string().optional(),
  /** For one unit, SAR, VAT included; if omitted, the till asks for it. */
  unitPrice: z.string().optional(),
  /** The quantity on its label, where that was scanned; the next label is another line. */
  quantity: z.string().optional(),
  /** If omitted: pieces. */
  unit: z.enum(units).optional(),
  vat: vatSchema,
});
export type KnownItem = z.output<typeof knownItemSchema>;

/** The number of items a cashier can take in at a glance. */
export const itemsShown = 6;

/** The number of buyers a cashier can take in at a glance. */
export const buyersShown = 6;

/** Most characters of a name or a barcode that is looked for. */
export const itemTextLength = 200;

export const knownBuyerSchema = z.object({
  buyer: buyerSchema,
  /** Time of their newest document; omitted if there is none. */
  lastAt: z.iso.datetime().optional(),
});
export type KnownBuyer = z.output<typeof knownBuyerSchema>;

export const items = {
  /**
   * Articles with a similar name, then items of everyday sales that no article has, most sold first; for a code, that
   * one item.
   */
  'item.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({ items: z.array(knownItemSchema).max(itemsShown) }),
  }),
  /**
   * Buyers of the book, those of earlier business sales among them, by parts of their names or numbers; those who
   * bought last come first, and an empty text finds all.
   */
  'buyer.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({ buyers: z.array(knownBuyerSchema).max(buyersShown) }),
  }),
};
