import * as z from 'zod';
import { authorityAnswerSchema, timelineEntrySchema } from '../../../shared/contract/invoices.ts';
import { halalasToText } from '../../../shared/money.ts';
import { type Sale, saleKinds } from '../../../shared/sale.ts';
import { submissionModes, submissionStates } from '../../../shared/status.ts';
import type { Payment } from '../../ledger/document-facts.ts';
import { type LedgerEntry, toInvoiceRow } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/* Invoices as the API shows them: the terminal's own facts, amounts as decimal texts like those of a sale. */

const instant = z.iso.datetime();
export const amount = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe('In the currency of the document, for instance "28.00"');

export const invoiceSummarySchema = z.object({
  uuid: z.uuid().describe('The document’s own id, its path here'),
  number: z.string().describe('The number a person reads, for instance T1-000042'),
  counter: z.int().positive().describe('Invoice counter value (ICV)'),
  kind: z.enum(saleKinds).describe('As in the sale'),
  customer: z.enum(['consumer', 'business']).describe('As in the sale'),
  issuedAt: instant.describe('When it was sealed: the document’s own time'),
  buyerName: z.string().optional().describe('The other party, where it has a name'),
  issuedBy: z.string().optional().describe('The person or program that issued it'),
  currency: z.string().describe('ISO 4217'),
  payable: amount.describe('The amount due; of a credit note, what goes back'),
  mode: z.enum(submissionModes).describe('How it reaches the authority'),
  status: z
    .enum(submissionStates)
    .describe(
      'waiting, sending: on its way; accepted, rejected: final (a rejected document stays in the chain: a manager issues it anew); parked: it is not sent again by itself, and a manager must look at the terminal',
    ),
  dueAt: instant.describe('When the authority must have it'),
  attempts: z.int().nonnegative().describe('Calls to the authority so far'),
  warnings: z.int().nonnegative().describe('Warnings of the authority on an accepted document'),
  acceptedAt: instant.optional().describe('When the authority took it'),
  saleId: z.string().optional().describe('The id of the sale it was made from'),
  taxExclusive: amount.describe('The total without VAT'),
  vat: amount.describe('The VAT of the document'),
  rounding: amount.describe('What was added to or taken off the amount due'),
  authorityStatus: z.string().optional().describe('The authority’s own status word, for instance CLEARED'),
  orderReference: z.string().optional().describe('The buyer’s purchase order, as in the sale'),
  buyerVatNumber: z.string().optional().describe('The VAT number of the other party, where it has one'),
  corrects: z
    .array(z.string())
    .optional()
    .describe('Of a note: the numbers of the documents that it corrects'),
});
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

const paymentSchema = z.object({
  means: z.string().describe('The word of the sale, for instance cash, or a code of UNTDID 4461'),
  amount: amount.optional().describe('Missing where the sale named several means without amounts'),
  tendered: amount.optional().describe('The cash that the customer handed over'),
  change: amount.optional().describe('The cash that the customer got back'),
});

export const invoiceDocumentSchema = invoiceSummarySchema.extend({
  payments: z.array(paymentSchema).describe('How it was paid; of a credit note, how it was paid back'),
  hash: z.string().describe('SHA-256 of the document, Base64'),
  previousHash: z.string().describe('Of the document before it in the chain, Base64'),
  qr: z
    .string()
    .describe(
      'The text of the QR symbol: put it into the symbol as it stands, and do not decode it first. After clearance the authority’s',
    ),
  cleared: z.boolean().describe('The authority’s own copy is kept: xml?which=cleared'),
});

export const invoiceSchema = invoiceDocumentSchema.extend({
  timeline: z.array(timelineEntrySchema).describe('Its way to the authority, oldest first'),
  authorityAnswer: authorityAnswerSchema
    .optional()
    .describe('What the authority answered last, word for word; missing while it has answered nothing'),
});

export const issuedInvoiceSchema = invoiceDocumentSchema.extend({
  xml: z.string().describe('The sealed document; its UTF-8 bytes are what was hashed and is sent'),
});

export const invoiceListSchema = z.object({
  invoices: z.array(invoiceSummarySchema).describe('Newest first'),
  nextCursor: z.string().optional().describe('For the next page; missing on the last one'),
});

export function toSummary(entry: LedgerEntry): InvoiceSummary {
  const { icv, state, payable, by, ...row } = toInvoiceRow(entry);
  const { saleId, orderReference, buyer, supplier, corrects } = entry.sale as Sale;
  const { status } = entry.submission;
  const buyerVatNumber = buyer?.vatNumber ?? supplier?.vatNumber;
  return {
    ...row,
    ...(by !== undefined && { issuedBy: by }),
    counter: icv,
    status: state,
    payable: halalasToText(payable),
    taxExclusive: halalasToText(entry.taxExclusive),
    vat: halalasToText(entry.vat),
    rounding: halalasToText(entry.rounding),
    ...(saleId !== undefined && { saleId }),
    ...(orderReference !== undefined && { orderReference }),
    ...(buyerVatNumber !== undefined && { buyerVatNumber }),
    ...(corrects !== undefined && { corrects: corrects.map(({ number }) => number) }),
    ...(status !== undefined && { authorityStatus: status }),
  };
}

type Source = Pick<Ledger, 'documents' | 'facts'>;

/** All there is to say of an invoice. */
export function toInvoice(entry: LedgerEntry, ledger: Source): z.infer<typeof invoiceSchema> {
  const [authorityAnswer] = ledger.documents.answers(entry.uuid);
  return { ...toDocument(entry, ledger), timeline: ledger.documents.timeline(entry.uuid), authorityAnswer };
}

export function toDocument(
  entry: LedgerEntry,
  ledger: Pick<Source, 'facts'>,
): z.infer<typeof invoiceDocumentSchema> {
  const { submission } = entry;
  return {
    ...toSummary(entry),
    payments: ledger.facts.payments(entry.icv).map(toPayment),
    hash: entry.hash,
    previousHash: entry.previousHash,
    qr: symbolText(entry),
    cleared: submission.cleared,
  };
}

/** The text of the QR symbol: after clearance the authority's. */
export const symbolText = ({ submission, qr }: LedgerEntry): string => submission.clearedQr ?? qr;

function toPayment({ means, amount, tendered }: Payment): z.infer<typeof paymentSchema> {
  return {
    means,
    ...(amount !== undefined && { amount: halalasToText(amount) }),
    ...(tendered !== undefined && { tendered: halalasToText(tendered) }),
    ...(amount !== undefined && tendered !== undefined && { change: halalasToText(tendered - amount) }),
  };
}
