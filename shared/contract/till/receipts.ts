import * as z from 'zod';
import { uuid } from '../../fields.ts';
import { handOverRules } from '../../hand-over.ts';
import { shopLinesSchema } from '../../shop-lines.ts';
import { command } from '../command.ts';

/** The paper of receipts: rolls by their width in millimetres, or sheets. */
export const papers = ['roll80', 'roll58', 'a4'] as const;
export type Paper = (typeof papers)[number];

export const printerName = z.string().min(1).max(255);

/** The result of printing: done by the terminal, or left to the window, which shows a self-contained page. */
export const printedSchema = z.discriminatedUnion('by', [
  /** `spare`: printed on the spare printer, because the receipt printer could not print. */
  z.object({ by: z.literal('terminal'), spare: z.literal(true).optional() }),
  z.object({ by: z.literal('page'), html: z.string() }),
]);

export const printingSchema = z.object({
  /** True to print every receipt as soon as it is issued. */
  autoPrint: z.boolean(),
  /** The printer; by default the system's default printer. */
  printer: printerName.optional(),
  paper: z.enum(papers),
});
export type Printing = z.infer<typeof printingSchema>;

export const printerSchema = z.object({
  /** The printer's name in the system. */
  name: printerName,
  /** The printer's name for people. */
  label: z.string(),
});
export type Printer = z.infer<typeof printerSchema>;

export const receipts = {
  /**
   * An A4 invoice in Arabic and English as PDF/A-3 with the XML inside: the authority's copy if there is one, otherwise
   * the issued document. Documents that may not be handed over, and those of training, are marked on every page.
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
  /**
   * Prints the receipt according to the settings; every time except the first it is marked as a copy. If the receipt
   * printer cannot print, the spare one does. Fails with `printer-gone` or `print-failed`, and with `approval-needed`
   * if a cashier may not print again.
   */
  'receipt.print': command({
    role: 'cashier',
    input: z.strictObject({
      uuid,
      /** True for a print that nobody asked for: it is left out if the document may be on paper already. */
      isFirst: z.literal(true).optional(),
    }),
    output: printedSchema,
  }),
  'receipt.settings': command({
    role: 'cashier',
    output: printingSchema.extend({
      shop: shopLinesSchema,
      /** The interpretation of the rule for uncleared invoices, and the source of each one. */
      handOver: z.object({
        rule: z.enum(handOverRules),
        sources: z.record(z.enum(handOverRules), z.string()),
      }),
      /** A terminal without printers (the preview in a browser) leaves printing to the page. */
      by: z.enum(['terminal', 'page']),
    }),
  }),
  'receipt.setSettings': command({
    role: 'manager',
    input: z.strictObject({
      ...printingSchema.shape,
      /** If omitted, the shop's lines stay unchanged. */
      shop: shopLinesSchema.optional(),
      /** If omitted, the interpretation of the rule for uncleared invoices stays unchanged. */
      handOver: z.enum(handOverRules).optional(),
    }),
  }),
  /** Returns a sample receipt with these lines, as a self-contained page. */
  'receipt.preview': command({
    role: 'manager',
    input: z.strictObject({ paper: z.enum(papers), shop: shopLinesSchema }),
    output: z.object({ html: z.string() }),
  }),
  /** Returns the printers of this machine; none when the page prints. */
  'receipt.printers': command({ role: 'manager', output: z.object({ printers: z.array(printerSchema) }) }),
  /** Prints a page by which a person sees if paper and printer fit. Fails as `receipt.print` does. */
  'receipt.printTest': command({
    role: 'manager',
    input: z.strictObject({ printer: printerName.optional(), paper: z.enum(papers) }),
    output: printedSchema,
  }),
};
