import * as z from 'zod';
import { command } from './command.ts';

export const receipts = {
  /**
   * An A4 invoice in Arabic and English as PDF/A-3 with the XML inside: the authority's own copy where there is one,
   * else the document as it was sealed. What may not be handed over, or is of training, says so on every page.
   */
  'receipt.pdf': command({
    role: 'cashier',
    input: z.strictObject({ uuid: z.uuid() }),
    output: z.object({
      /** The official name of the document's file, with `.pdf`. */
      fileName: z.string(),
      base64: z.base64(),
    }),
  }),
  /**
   * Prints the receipt on the terminal's printer. A terminal without printers of its own (the preview in a browser)
   * answers with the page, complete in itself, and whoever shows it prints it.
   */
  'receipt.print': command({
    role: 'cashier',
    input: z.strictObject({ uuid: z.uuid() }),
    output: z.discriminatedUnion('by', [
      z.object({ by: z.literal('terminal') }),
      z.object({ by: z.literal('page'), html: z.string() }),
    ]),
  }),
  /** How receipts are printed. */
  'receipt.settings': command({
    role: 'cashier',
    input: z.strictObject({}),
    output: z.object({
      /** Every receipt, as soon as it is sealed. */
      autoPrint: z.boolean(),
      /** The system's default printer where left out. */
      printer: z.string().optional(),
      /** Names the system knows; empty where the terminal has no printers of its own. */
      printers: z.array(z.string()),
    }),
  }),
  'receipt.setSettings': command({
    role: 'manager',
    input: z.strictObject({ autoPrint: z.boolean(), printer: z.string().min(1).max(255).optional() }),
    output: z.object({}),
  }),
};
