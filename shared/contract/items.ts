import * as z from 'zod';
import { vatSchema } from '../sale-line.ts';
import { command } from './command.ts';

/** What was sold before, as it was sold last. */
export const knownItemSchema = z.object({
  name: z.string(),
  /** GTIN or another standard number, where one was scanned. */
  barcode: z.string().optional(),
  /** For one piece, SAR, VAT included. */
  unitPrice: z.string(),
  vat: vatSchema,
});
export type KnownItem = z.output<typeof knownItemSchema>;

/** As many as a cashier takes in at a glance. */
export const itemsShown = 6;

export const items = {
  /**
   * What was sold before under such a name, most sold first; or, for a barcode, that one item. The terminal keeps no
   * list of goods: it remembers what everyday sales had in them.
   */
  'item.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(200) }),
    output: z.object({ items: z.array(knownItemSchema).max(itemsShown) }),
  }),
};
