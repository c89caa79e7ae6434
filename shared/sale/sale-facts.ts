import * as z from 'zod';

/* The facts beside a document: goods removed before it, prices and discounts. Amounts are in the document's currency. */

const halalas = z.int();

/** The goods that were on the screen with a price but are not in the document. */
export const removedLineSchema = z.object({
  name: z.string(),
  quantity: z.string(),
  /** The price of one piece, as it was typed. */
  price: z.string(),
  total: halalas,
  /** True for a part that was removed from a line by lowering its quantity. */
  isPart: z.boolean().optional(),
});
export type RemovedLine = z.infer<typeof removedLineSchema>;

/** Removed lines: the first `listedAtMost` of them, and the number and the sum of all. */
export const removalSchema = z.object({
  lines: z.array(removedLineSchema),
  count: z.int().positive(),
  total: halalas,
});
export type Removal = z.infer<typeof removalSchema>;

/** The lines whose price was not that of their article on that day. */
export const overrideSchema = z.object({
  name: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** The article's price of the day. */
  was: z.string(),
  /** The difference from the article's price; negative if less was charged. */
  difference: halalas,
});
export type PriceOverride = z.infer<typeof overrideSchema>;

/** The ways in which the receipt of returned goods was shown: its QR code or its whole number was read. */
export const shownReceipts = ['qr', 'number'] as const;
export type ShownReceipt = (typeof shownReceipts)[number];

export const saleFactsSchema = z.object({
  removed: removalSchema.optional(),
  overrides: z
    .object({ lines: z.array(overrideSchema), count: z.int().positive(), difference: halalas })
    .optional(),
  /** The way in which the receipt of the returned goods was shown at the till; only for a credit note. */
  receipt: z.enum([...shownReceipts, 'none']).optional(),
  /** Discounts agreed at the till on lines and basket, VAT included. */
  discount: halalas.optional(),
});
export type SaleFacts = z.infer<typeof saleFactsSchema>;

/** The number of lines that a record lists; the rest is only counted. */
export const listedAtMost = 100;
