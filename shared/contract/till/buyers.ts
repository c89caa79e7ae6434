import * as z from 'zod';
import { bookLimits, buyerColumns } from '../../sale/buyer-book.ts';
import { businessBuyerSchema, buyerSchema } from '../../sale/party.ts';
import { command } from '../command.ts';
import { exportFormatSchema, exportSchema, faultsOf, fileTextSchema } from './table-files.ts';

const keySchema = z.string().min(1).max(4000);

export const bookBuyerSchema = z.object({
  key: z.string(),
  buyer: buyerSchema,
  sold: z.int().nonnegative(),
  lastAt: z.iso.datetime().optional(),
  /** The amount that the buyer owes, in riyals; if negative, the shop owes the buyer. */
  balance: z.int(),
});
export type BookBuyer = z.output<typeof bookBuyerSchema>;

export const buyerPreviewSchema = z.object({
  /** The id of the import, for `buyer.import`. */
  import: z.uuid(),
  rows: z.int().nonnegative(),
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  unread: z.array(z.string()),
  ...faultsOf(buyerColumns),
  sample: z.array(
    z.object({
      row: z.int(),
      kind: z.enum(['added', 'changed']),
      name: z.string(),
      number: z.string(),
    }),
  ),
});
export type BuyerPreview = z.output<typeof buyerPreviewSchema>;

/**
 * The book of buyers of the environment on the screen: those of its business sales, and those that a manager wrote or
 * imported. Documents keep the buyers for whom they were issued, even if the book changes.
 */
export const buyers = {
  /** Returns one page by name, of the buyers whose names or numbers have the words of the text. */
  'buyer.list': command({
    role: 'manager',
    input: z.strictObject({
      text: z.string().max(200).default(''),
      /** The number of buyers before the page. */
      start: z.int().nonnegative().max(10_000_000).default(0),
    }),
    output: z.object({
      buyers: z.array(bookBuyerSchema).max(bookLimits.page),
      total: z.int().nonnegative(),
    }),
  }),
  /** Adds a buyer, or changes the one with that key; a changed number changes the key. */
  'buyer.save': command({
    role: 'manager',
    input: z.strictObject({ key: keySchema.optional(), buyer: businessBuyerSchema }),
    output: bookBuyerSchema,
  }),
  /** Removes a buyer, who appears again with the next sale. */
  'buyer.remove': command({ role: 'manager', input: z.strictObject({ key: keySchema }) }),
  /** Merges two buyers: `into` stays, and gets the sales of the other one and the fields that it lacked. */
  'buyer.merge': command({
    role: 'manager',
    input: z.strictObject({ key: keySchema, into: keySchema }),
    output: bookBuyerSchema,
  }),
  /**
   * Reads a CSV or XLSX file and reports the effect of importing it; `bad-input` for a file that cannot be read at all.
   */
  'buyer.previewImport': command({
    role: 'manager',
    input: z.strictObject({ base64: fileTextSchema }),
    output: buyerPreviewSchema,
  }),
  /** Imports the last preview, all of it or nothing. Fails with `bad-input` when a row has become faulty since. */
  'buyer.import': command({
    role: 'manager',
    input: z.strictObject({ import: z.uuid() }),
    output: z.object({ added: z.int().nonnegative(), changed: z.int().nonnegative() }),
  }),
  /** Returns every buyer, as a file that an import can read back. */
  'buyer.export': command({ role: 'manager', input: exportFormatSchema, output: exportSchema }),
};
