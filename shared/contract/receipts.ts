import * as z from 'zod';
import { uuid } from '../fields.ts';
import { command } from './command.ts';

/** What receipts are printed on: rolls by their width in millimetres, or sheets. */
export const papers = ['roll80', 'roll58', 'a4'] as const;
export type Paper = (typeof papers)[number];

const printerName = z.string().min(1).max(255);

/** Who prints: the terminal, or whoever shows the page, which is complete in itself. */
const printed = z.discriminatedUnion('by', [
  z.object({ by: z.literal('terminal') }),
  z.object({ by: z.literal('page'), html: z.string() }),
]);

export const printingSchema = z.object({
  /** Every receipt, as soon as it is sealed. */
  autoPrint: z.boolean(),
  /** The system's default printer where left out. */
  printer: printerName.optional(),
  paper: z.enum(papers),
});
export type Printing = z.infer<typeof printingSchema>;

export const printerSchema = z.object({
  /** As the system knows it. */
  name: printerName,
  /** As people know it. */
  label: z.string(),
});
export type Printer = z.infer<typeof printerSchema>;

export const receipts = {
  /**
   * An A4 invoice in Arabic and English as PDF/A-3 with the XML inside: the authority's own copy where there is one,
   * else the document as it was sealed. What may not be handed over, or is of training, says so on every page.
   */
  'receipt.pdf': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: z.object({
      /** The official name of the document's file, with `.pdf`. */
      fileName: z.string(),
      base64: z.base64(),
    }),
  }),
  /** Prints the receipt as the settings say. Fails with `printer-gone` or `print-failed`. */
  'receipt.print': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: printed,
  }),
  /** How receipts are printed. */
  'receipt.settings': command({
    role: 'cashier',
    input: z.strictObject({}),
    output: printingSchema.extend({
      /** A terminal without a way to printers (the preview in a browser) leaves printing to the page. */
      by: z.enum(['terminal', 'page']),
    }),
  }),
  'receipt.setSettings': command({
    role: 'manager',
    input: z.strictObject(printingSchema.shape),
    output: z.object({}),
  }),
  /** The printers of this machine; none where the page prints. */
  'receipt.printers': command({
    role: 'manager',
    input: z.strictObject({}),
    output: z.object({ printers: z.array(printerSchema) }),
  }),
  /** Prints a page that shows whether the paper and the printer are the right ones. Fails as `receipt.print` does. */
  'receipt.printTest': command({
    role: 'manager',
    input: z.strictObject({ printer: printerName.optional(), paper: z.enum(papers) }),
    output: printed,
  }),
};
