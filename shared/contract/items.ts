import * as z from 'zod';
import { vatSchema } from '../sale-line.ts';
import { command } from './command.ts';

/** An item sold before, as in its last sale. */
export const knownItemSchema = z.object({
  name: z.string(),
  /** GTIN or another standard number, where one was scanned. */
  barcode: z.string().optional(),
  /** For one piece, SAR, VAT included. */
  unitPrice: z.string(),
  vat: vatSchema,
});
export type KnownItem = z.output<typeof knownItemSchema>;

/** The number of items a cashier can take in at a glance. */
export const itemsShown = 6;

/** Most characters of a name or a barcode that is looked for. */
export const itemTextLength = 200;

export const items = {
  /**
   * Items sold before under a similar name, most sold first; for a barcode, that one item. The terminal has no list of
   * goods: it remembers the items of everyday sales.
   */
  'item.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({ items: z.array(knownItemSchema).max(itemsShown) }),
  }),
};
