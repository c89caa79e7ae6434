import * as z from 'zod';
import { advanceText } from '../advance-text.ts';
import { codedIssue, decimal, pattern, text, uuid } from '../fields.ts';
import { currencies, paymentCodes } from './codes.ts';
import { metadataSchema } from './metadata.ts';
import { buyerSchema, supplierSchema } from './party.ts';
import { meansOfCode, paymentMeans } from './payment-code.ts';
import { shownReceipts } from './sale-facts.ts';
import { saleLimits } from './sale-limits.ts';
import { basketAdjustments, lineSchema, standardVat, vatSchema } from './sale-line.ts';

/* The fields of a sale, each by itself; see sale.ts. */

const date = z.iso
  .date({ error: 'must be a date such as 2026-11-20' })
  .refine((day) => day >= '2000', codedIssue('date-too-early', 'must be 2000 or later')); // rule BR-KSA-F-01

const time = pattern(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'time', 'must be a time such as 17:41:08');

export const saleKinds = ['invoice', 'creditNote', 'debitNote', 'prepayment'] as const;
export const customers = ['consumer', 'business'] as const;
export type SaleKind = (typeof saleKinds)[number];

/** Special properties of a supply; each flag has its position in the document's type (KSA-2). */
const specialSchema = z.strictObject({
  thirdParty: z
    .boolean()
    .optional()
    .describe('Issued by a third party in the seller’s name; the terminal is onboarded for the seller'),
  nominal: z
    .boolean()
    .optional()
    .describe('Goods or services given away, on which VAT is still due: nothing is paid for them'),
  export: z.boolean().optional().describe('To a buyer abroad, who has no Saudi VAT number'),
  summary: z
    .boolean()
    .optional()
    .describe('Covers many supplies of a period: needs supplyDate and supplyEndDate'),
  selfBilled: z
    .boolean()
    .optional()
    .describe('The terminal’s company buys, and issues the document for its supplier; business only'),
});

const paymentSchema = z.strictObject({
  means: z
    .union(
      [
        z.enum(paymentMeans),
        z
          .string()
          .meta({ enum: [...paymentCodes] })
          .refine(
            (code) => paymentCodes.has(code),
            codedIssue('payment-means', `must be ${paymentMeans.join(', ')} or a code of UNTDID 4461`, {
              allowed: paymentMeans.join(', '),
            }),
          )
          .overwrite(meansOfCode),
      ],
      { error: `must be ${paymentMeans.join(', ')} or a code of UNTDID 4461` },
    )
    .describe(
      'cash, card, bankTransfer, bankAccount, onAccount (nothing is paid yet; business only), exchange, other, or a code of UNTDID 4461',
    ),
  instruction: text(saleLimits.text)
    .optional()
    .describe('A payment instruction for the buyer; notes have their reason in its place'),
  account: text(saleLimits.reference).optional().describe('The account to pay to, for instance an IBAN'),
  terms: text(saleLimits.text).optional().describe('Payment terms'),
  amount: decimal(saleLimits.amountDecimals, 'positive')
    .optional()
    .describe(
      'The part that was paid, or paid back, by these means; all payments have one, or none. Together they are the amount due',
    ),
  tendered: decimal(saleLimits.amountDecimals, 'positive')
    .optional()
    .describe('Cash only: what the customer handed over; the difference to amount is the change'),
});

const declaredSchema = z.strictObject({
  total: decimal(saleLimits.amountDecimals, 'positive').describe(
    'What the customer owed for it, VAT included, in this document’s currency',
  ),
});

/** A prepayment invoice deducted by this sale, issued by this terminal or any other system. */
const prepaymentSchema = z.strictObject({
  number: text(saleLimits.reference).describe('The number of the prepayment invoice (kind prepayment)'),
  uuid: uuid.optional().describe('Its UUID, where it is known'),
  issueDate: date.describe('Its date, in Riyadh'),
  issueTime: time.describe('Its time, in Riyadh, such as 17:41:08'),
  otherSystem: declaredSchema
    .optional()
    .describe(
      'Declares a prepayment invoice that another system issued (scope notes.other-systems): all deductions of it together reach at most its total',
    ),
  name: text(saleLimits.text).default(advanceText).describe('The text of its line on this document'),
  amounts: z
    .array(
      z.strictObject({
        vat: vatSchema.default(standardVat).describe('The VAT of this part; 15 % if left out'),
        amount: decimal(saleLimits.amountDecimals, 'positive').describe(
          'What is deducted, with or without VAT as prices says',
        ),
        vatAmount: decimal(saleLimits.amountDecimals, 'notNegative')
          .optional()
          .describe(
            'The VAT that the prepayment invoice states, where it differs by up to 0.01 from what the rate gives',
          ),
      }),
    )
    .min(1)
    .max(saleLimits.prepaymentRates)
    .describe('What was paid in advance, one entry for each VAT rate'),
});

export const payableRounding = decimal(saleLimits.amountDecimals, 'any').refine(
  (rounding) => Math.abs(Number(rounding)) <= saleLimits.payableRounding,
  codedIssue('rounding-too-large', `must be at most ${saleLimits.payableRounding}`, {
    limit: saleLimits.payableRounding,
  }),
);

/**
 * The facts that a caller keeps beside the sale, in its transaction. They are not part of the document: the authority
 * and the buyer do not get them, and they do not make a repeated sale a different one.
 */
export const callersOwn = {
  reference: text(saleLimits.reference)
    .optional()
    .describe(
      'Your own reference, for instance an order number: kept beside the document, given back, and a filter of the list. Not printed. A retry with another one is the same sale, and the first one stays',
    ),
  metadata: metadataSchema
    .optional()
    .describe(
      'Up to 20 facts of your own, kept beside the document and given back, never in its XML: names of up to 40 letters of a to z, digits, _ . and -, which begin with a letter or digit; texts of up to 500 characters. A retry with others is the same sale, and the first ones stay',
    ),
};

export const saleFields = z.strictObject({
  saleId: uuid
    .optional()
    .describe(
      'Your own id of this sale, a UUID in capitals or not. The same id and sale again give the same document, so a retry never issues twice; a corrected sale needs a new id',
    ),
  kind: z
    .enum(saleKinds)
    .default('invoice')
    .describe(
      'invoice; creditNote (money back) and debitNote (more to pay) name what they correct; prepayment: an advance is paid, and the final invoice deducts it',
    ),
  customer: z
    .enum(customers)
    .optional()
    .describe(
      'consumer: a simplified invoice, valid at once and reported to the authority within a day. business: a tax invoice, which the authority clears. Left out, a note is of its invoice’s kind, a sale to a buyer with a vatNumber business, which such a buyer needs from 1,000.00 SAR on, and any other consumer',
    ),
  special: specialSchema
    .optional()
    .describe('What is special about the supply; leave it out for an ordinary sale'),
  currency: z
    .string()
    .meta({ enum: [...currencies] })
    .refine((code) => currencies.has(code), codedIssue('currency', 'must be a currency code such as SAR'))
    .optional()
    .describe('ISO 4217; SAR if left out. VAT is owed in SAR whatever the currency'),
  exchangeRate: decimal(12, 'positive')
    .refine(
      (rate) => rate.length <= saleLimits.exchangeRate,
      codedIssue('too-long', `must have at most ${saleLimits.exchangeRate} characters`, {
        limit: saleLimits.exchangeRate,
      }),
    )
    .optional()
    .describe('SAR for one unit of another currency; at most 14 characters'),
  prices: z
    .enum(['includeVat', 'excludeVat'])
    .default('includeVat')
    .describe(
      'Whether unitPrice, discounts, charges and prepayments include VAT, as on a shelf label, or not',
    ),
  lines: z
    .array(lineSchema)
    .min(1, 'must have at least one line')
    .max(saleLimits.lines, `must have at most ${saleLimits.lines} lines`)
    .describe('What is sold, in the order of the receipt; at most 5,000'),
  ...basketAdjustments,
  prepayments: z
    .array(prepaymentSchema)
    .min(1)
    .max(saleLimits.prepayments)
    .optional()
    .describe('The prepayment invoices that the final invoice deducts'),
  payableRounding: payableRounding
    .optional()
    .describe(
      'Added to the amount the customer pays, for instance -0.02 where there are no coins for it; at most 1.00 either way. The `rounding` of the document also has the hundredths by which prices with VAT differ from the sum of their net amounts and VAT',
    ),
  buyer: buyerSchema
    .optional()
    .describe('A business sale needs one; a note that leaves it out has its invoice’s'),
  supplier: supplierSchema
    .optional()
    .describe('The seller, where special.selfBilled says that the terminal’s company is the buyer'),
  payments: z
    .array(paymentSchema)
    .max(saleLimits.payments)
    .default([{ means: 'cash' }])
    .describe('How it was paid; cash if left out. None for a gift (special.nominal)'),
  supplyDate: date
    .optional()
    .describe('The date of supply, or the first of its period; the document itself is always dated now'),
  supplyEndDate: date.optional().describe('The last date of the supply; needs a supplyDate'),
  orderReference: text(saleLimits.reference).optional().describe('The buyer’s purchase order'),
  contractReference: text(saleLimits.reference).optional().describe('The contract it belongs to'),
  note: text(saleLimits.text).optional().describe('Free text on the document'),
  notes: z.array(text(saleLimits.text)).max(saleLimits.notes).optional().describe('Further notes'),
  corrects: z
    .array(
      z.strictObject({
        number: text(saleLimits.correctedNumber).describe(
          'The number of the corrected document, as printed. One with this terminal’s prefix must be in its ledger',
        ),
        uuid: uuid.optional().describe('Its UUID; must be that of the number'),
        issueDate: date.optional().describe('Its date in Riyadh'),
        otherSystem: declaredSchema
          .optional()
          .describe(
            'Declares a document that another system issued (scope notes.other-systems): all credit notes on it together reach at most its total. Needs issueDate',
          ),
      }),
    )
    .min(1)
    .max(saleLimits.corrects)
    .optional()
    .describe('Notes only: the documents they correct'),
  replaces: text(saleLimits.correctedNumber)
    .optional()
    .describe(
      'The number of a document that the authority rejected: this one is issued in its place, under a saleId of its own. Any kind of document may be',
    ),
  reason: text(saleLimits.text).optional().describe('Notes only: why; printed, and sent to the authority'),
  receiptShown: z
    .enum(shownReceipts)
    .optional()
    .describe(
      'Notes only: the customer showed the receipt, of which the QR code (qr) or the whole number (number) was read. Kept beside the document',
    ),
  ...callersOwn,
});

/** The fields of a sale, before they are compared with each other. */
export type SaleFields = z.output<typeof saleFields>;
