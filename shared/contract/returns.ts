import * as z from 'zod';
import { decimal, text, uuid } from '../fields.ts';
import { paymentMeans, saleLimits, saleSchema } from '../sale.ts';
import { command } from './command.ts';
import { invoiceRowSchema } from './invoices.ts';

/**
 * Why goods of a document cannot be taken back by choosing them; each is an issue code with words. A manager can still
 * write a credit note for most of them.
 */
export const returnRefusals = [
  'return-of-note', // a credit or debit note
  'return-of-prepayment', // nothing was handed over yet
  'return-of-final', // a part of it was paid by a prepayment invoice
  'return-of-replaced', // the authority rejected it, and it was issued anew
  'returned-otherwise', // a credit note that does not say which goods came back
  'returned-all',
] as const;

export const returnableSchema = z.object({
  invoice: invoiceRowSchema,
  refusal: z.enum(returnRefusals).optional(),
  /** In the order of the document; empty where nothing can be said of them. */
  lines: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      sold: z.string(),
      /** What has not come back yet. */
      left: z.string(),
      /** What the customer paid for what was sold, VAT included, discounts on the whole basket aside. */
      gross: z.int(),
    }),
  ),
  /** How it was paid. */
  payment: z.enum(paymentMeans),
});
export type Returnable = z.infer<typeof returnableSchema>;

export const returns = {
  /** What of a document has not come back yet. */
  'invoice.returnable': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: returnableSchema,
  }),
  /**
   * The credit note for goods that come back, for `sale.price` and `sale.issue`: with its share of every discount and
   * charge, so that all returns together come to the sale exactly.
   */
  'invoice.returnNote': command({
    role: 'cashier',
    input: z.strictObject({
      uuid,
      saleId: uuid.optional(),
      lines: z
        .array(
          z.strictObject({
            /** From 1. */
            line: z.int().min(1).max(saleLimits.lines),
            quantity: decimal(saleLimits.quantityDecimals, 'positive'),
          }),
        )
        .min(1)
        .max(saleLimits.lines),
      reason: text(saleLimits.text),
      /** How it is paid back. */
      payment: z.enum(paymentMeans).default('cash'),
    }),
    output: saleSchema,
  }),
};
