import * as z from 'zod';
import { decimal, halalas, text, uuid } from '../../fields.ts';
import { paymentMeans, saleLimits, saleSchema } from '../../sale/sale.ts';
import { shownReceipts } from '../../sale/sale-facts.ts';
import { command } from '../command.ts';
import { invoiceRowSchema } from './invoices.ts';

/**
 * Reasons why the goods of a document cannot be chosen for a return; each is an issue code with a text. For most of
 * them a manager can still write a credit note.
 */
export const returnRefusals = [
  'return-of-note', // it is a credit or debit note
  'return-of-prepayment', // no goods were handed over with it
  'return-of-replaced', // it was rejected by the authority and issued again
  'corrects-rejected', // the authority rejected it, and it was not issued again yet
  'paid-back-already', // its goods are left, but notes gave all of their money back
  'returned-all',
] as const;

/** The code of the receipt that the customer showed: the text of its QR code or its number, as scanned or typed. */
const receipt = z.string().trim().min(1).max(2000).optional();

export const returnableSchema = z.object({
  invoice: invoiceRowSchema,
  refusal: z.enum(returnRefusals).optional(),
  /** The lines in the order of the document; empty when its goods cannot be returned. */
  lines: z.array(
    z.object({
      name: z.string(),
      barcode: z.string().optional(),
      unit: z.string(),
      sold: z.string(),
      /** The quantity that was not returned yet. */
      left: z.string(),
      /** The customer's price for the goods, VAT included, without discounts on the whole basket. */
      gross: z.int(),
    }),
  ),
  /** The advances that it deducted, which goods give back as a part of their price; absent if there are none. */
  prepaid: halalas.optional(),
  /** The means of payment; on account if any part of the sale is on account. */
  payment: z.enum(paymentMeans),
  /** The way the receipt was shown; absent when the code is not the receipt's, or only a part of its number. */
  receiptShown: z.enum(shownReceipts).optional(),
});
export type Returnable = z.infer<typeof returnableSchema>;

export const returns = {
  /** Returns the goods of a document that were not returned yet. */
  'invoice.returnable': command({
    role: 'cashier',
    input: z.strictObject({ uuid, receipt }),
    output: returnableSchema,
  }),
  /**
   * Returns the credit note for returned goods, for `sale.price` and `sale.issue`: it has its share of every discount
   * and charge, so that all returns together equal the sale exactly.
   */
  'invoice.returnNote': command({
    role: 'cashier',
    input: z.strictObject({
      uuid,
      saleId: uuid.optional(),
      receipt,
      lines: z
        .array(
          z.strictObject({
            line: z.int().min(1).max(saleLimits.lines).describe('The line of the invoice, from 1'),
            quantity: decimal(saleLimits.quantityDecimals, 'positive').describe('How much of it comes back'),
          }),
        )
        .min(1)
        .max(saleLimits.lines),
      reason: text(saleLimits.text),
      /** The means of repayment; cash if left out. For a gift nothing is paid back, so none may be named. */
      payment: z.enum(paymentMeans).optional(),
      /** Several means of repayment instead; `sale.issue` refuses amounts that do not add up. */
      payments: z
        .array(
          z.strictObject({
            means: z.enum(paymentMeans).describe('How this part is paid back'),
            amount: decimal(saleLimits.amountDecimals, 'positive').describe('The part, VAT included'),
          }),
        )
        .min(1)
        .max(saleLimits.payments)
        .optional(),
    }),
    output: saleSchema,
  }),
};
