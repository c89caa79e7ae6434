import * as z from 'zod';
import { type Returnable, returnRefusals, returns } from '../../../shared/contract/till/returns.ts';
import { codedIssue, uuid } from '../../../shared/fields.ts';
import { callersOwn } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { issuedInvoiceSchema } from './invoice-resource.ts';

/* Returns of goods in the API: the document's own lines, with quantities. */

const note = returns['invoice.returnNote'].input.shape;

export const returnRequestSchema = z
  .strictObject({
    saleId: uuid.optional().describe('An id of your own for the credit note, a UUID'),
    lines: note.lines
      .optional()
      .describe('The lines of the invoice, from 1, with the quantities that come back'),
    everything: z.boolean().optional().describe('true: all that is left, in place of `lines`'),
    reason: note.reason.describe('Why they come back; printed, and sent to the authority'),
    payment: note.payment.describe(
      'How the money is paid back; cash if left out. None for a gift (special.nominal)',
    ),
    payments: note.payments.describe(
      'Several means with their amounts, in place of payment: together what the goods give back, which a refusal names as limit. In cash only whole coins go back, if the till rounds cash',
    ),
    ...callersOwn,
  })
  .refine(({ payment, payments }) => payment === undefined || payments === undefined, {
    ...codedIssue('payment-or-payments', 'is in place of payment: give one of them'),
    path: ['payments'],
  })
  .refine(({ lines, everything }) => (lines === undefined) === (everything === true), {
    ...codedIssue('lines-or-everything', 'is needed, or everything: true, and not both'),
    path: ['lines'],
  });

const quantity = z.string().describe('Decimal text, for instance "1.5"');

const linesSchema = z
  .array(
    z.object({
      line: z.int().positive().describe('Its place in the invoice, from 1'),
      name: z.string().describe('As on the invoice'),
      barcode: z.string().optional().describe('As on the invoice'),
      unit: z.string().describe('Unit code (UN/ECE Recommendation 20)'),
      sold: quantity,
      left: quantity.describe('The quantity not returned yet'),
    }),
  )
  .describe('Empty when the goods of this document cannot be returned by quantities');

export const returnableInvoiceSchema = z.object({
  refusal: z
    .enum(returnRefusals)
    .optional()
    .describe('Why nothing of it can be returned; a credit note by POST /v2/invoices may still be possible'),
  replacedBy: z
    .string()
    .optional()
    .describe(
      'Of a rejected document: the number of the one that was issued in its place, whose goods come back',
    ),
  left: linesSchema,
});

/** The issued credit note, and the goods of the invoice that are left after it. */
export const issuedReturnSchema = issuedInvoiceSchema.extend({
  left: linesSchema,
  paidBack: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .describe('What the customer gets back, VAT included'),
});

type Left = z.infer<typeof returnableInvoiceSchema>;

export function toReturnable({ invoice: { reissuedAs }, refusal, lines }: Returnable): Left {
  return {
    ...(refusal !== undefined && { refusal }),
    ...(reissuedAs !== undefined && { replacedBy: reissuedAs }),
    left: lines.map(({ gross: _, ...line }, index) => ({ line: index + 1, ...line })),
  };
}

export const paidBack = (payable: number): string => halalasToText(payable);
