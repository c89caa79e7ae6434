import * as z from 'zod';
import { authorityAnswerSchema, timelineEntrySchema } from '../../../shared/contract/till/invoices.ts';
import { fail, issueSchema } from '../../../shared/failure.ts';
import { saleKinds } from '../../../shared/sale/sale.ts';
import { vatCategories } from '../../../shared/sale/vat.ts';
import { authorityMessageSchema, submissionModes, submissionStates } from '../../../shared/status.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { Language } from '../../../shared/words/index.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';
import { type LedgerEntry, toInvoiceRow } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { warningsOf } from '../../document/invoice/rules/warnings-of.ts';
import { publicIssues } from '../public-issues.ts';

/* Invoices as the API shows them: the terminal's own facts, amounts as decimal texts like those of a sale. */

const instant = z.iso.datetime();
export const amount = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe('In the currency of the document, for instance "28.00"');

export const breakdownSchema = z
  .array(
    z.object({
      category: z.enum(vatCategories).describe('S standard, Z zero, E exempt, O out of scope'),
      rate: z.string().describe('Percent, for instance "15.00"'),
      taxable: amount.describe('The amount that is taxed so, without VAT'),
      vat: amount.describe('Its VAT'),
    }),
  )
  .describe('VAT by category, rate and reason');

const paymentSchema = z.object({
  means: z.string().describe('The word of the sale, for instance cash, or a code of UNTDID 4461'),
  amount: amount.optional().describe('Missing where the sale named several means without amounts'),
  tendered: amount.optional().describe('The cash that the customer handed over'),
  change: amount.optional().describe('The cash that the customer got back'),
});

export const invoiceSummarySchema = z.object({
  uuid: z.uuid().describe('The document’s own id, its path here'),
  number: z.string().describe('The number a person reads, for instance T1-000042'),
  counter: z
    .int()
    .positive()
    .describe(
      'Its place in the terminal’s chain, from 1: the invoice counter value (ICV) of the authority’s rules, KSA-16 in the XML, `icv` for `khatm` on the command line. The number ends with it',
    ),
  kind: z.enum(saleKinds).describe('As in the sale'),
  customer: z.enum(['consumer', 'business']).describe('As in the sale'),
  issuedAt: instant.describe('When it was issued: the document’s own time'),
  trueAt: instant
    .optional()
    .describe(
      'The true time, where a manager said that the clock was ahead: its day for `from` and `to`, and in every sum',
    ),
  buyerName: z.string().optional().describe('The other party, where it has a name'),
  issuedBy: z.string().optional().describe('The person or program that issued it'),
  currency: z.string().describe('ISO 4217'),
  payable: amount.describe(
    'The amount due; of a credit note, what goes back; 0.00 for a gift (special.nominal)',
  ),
  mode: z.enum(submissionModes).describe('How it reaches the authority'),
  status: z
    .enum(submissionStates)
    .describe(
      'waiting, sending: on its way; accepted, rejected: final (a rejected document stays in the chain: a manager issues it again); parked: it is not sent again by itself, and a manager must look at the terminal',
    ),
  dueAt: instant.describe('When the authority must have it'),
  attempts: z.int().nonnegative().describe('Calls to the authority so far'),
  authorityWarnings: z
    .int()
    .nonnegative()
    .describe('How many warnings the authority gave with its acceptance; 0 while it has not answered'),
  acceptedAt: instant.optional().describe('When the authority took it'),
  late: z
    .literal(true)
    .optional()
    .describe(
      'The authority took it after dueAt, although a consumer’s document must be reported within 24 hours. While it is still on its way, compare dueAt with now',
    ),
  saleId: z.string().optional().describe('The id of the sale it was made from'),
  taxExclusive: amount.describe('The total without VAT'),
  vat: amount.describe('The VAT of the document'),
  vatInSar: amount.describe('Its VAT in riyals, whatever the currency'),
  taxInclusive: amount.describe('The total with VAT'),
  prepaid: amount.describe('What prepayment invoices deduct of it'),
  breakdown: breakdownSchema,
  payments: z.array(paymentSchema).describe('How it was paid; of a credit note, how it was paid back'),
  rounding: amount.describe('What was added to or taken off the amount due'),
  authorityStatus: z
    .string()
    .optional()
    .describe(
      'The authority’s own word in its last answer, for instance CLEARED, as it came; missing where it gave none. A document that it took before may be answered with NOT_REPORTED: status says what holds',
    ),
  orderReference: z.string().optional().describe('The buyer’s purchase order, as in the sale'),
  buyerVatNumber: z.string().optional().describe('The VAT number of the other party, where it has one'),
  corrects: z
    .array(z.string())
    .optional()
    .describe('Of a note: the numbers of the documents that it corrects'),
  replaces: z
    .string()
    .optional()
    .describe('The number of the rejected document in whose place it was issued: that one counts no longer'),
  replacedBy: z
    .string()
    .optional()
    .describe('Of a rejected document: the number of the one that was issued in its place and counts'),
  firstSaleId: z
    .string()
    .optional()
    .describe(
      'With replaces: the saleId of the first of all the documents that were issued anew, where it has one',
    ),
  reference: z.string().optional().describe('Your own, as in the sale'),
  metadata: z.record(z.string(), z.string()).optional().describe('Your own, as in the sale'),
});
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

export const invoiceDocumentSchema = invoiceSummarySchema.extend({
  hash: z
    .string()
    .describe(
      'The invoice hash: SHA-256, Base64, of the canonical form (C14N 1.1) of the XML without ext:UBLExtensions, cac:Signature and the cac:AdditionalDocumentReference QR. The file’s own bytes have another one',
    ),
  previousHash: z.string().describe('The invoice hash of the document before it in the chain'),
  qr: z
    .string()
    .describe(
      'The text of the QR symbol: put it into the symbol as it stands, and do not decode it first. After clearance the authority’s',
    ),
  cleared: z.boolean().describe('The authority’s own copy is kept: xml?which=cleared'),
  warnings: z
    .array(issueSchema)
    .describe(
      'What the authority would accept with a warning, as POST /v2/sales/validate says it of the sale',
    ),
});

export const invoiceSchema = invoiceDocumentSchema.extend({
  timeline: z.array(timelineEntrySchema).describe('Its way to the authority, oldest first'),
  authorityAnswer: authorityAnswerSchema
    .optional()
    .describe('What the authority answered last, word for word; missing while it has answered nothing'),
});

export const issuedInvoiceSchema = invoiceDocumentSchema.extend({
  xml: z
    .string()
    .optional()
    .describe(
      'With Prefer: return=representation, the issued document: its UTF-8 bytes are what is kept and sent. Otherwise it is at /xml',
    ),
});

const listedSchema = invoiceSummarySchema.extend({
  reasons: z
    .array(authorityMessageSchema)
    .optional()
    .describe('Of a rejected document: the authority’s errors, word for word'),
  changedAt: instant.describe(
    'When its status last changed; never before that of another document that changed earlier',
  ),
});

export const invoiceListSchema = z.object({
  invoices: z
    .array(listedSchema)
    .describe('Newest first; with changedSince in the order of their changes, and a page may be empty'),
  nextCursor: z.string().optional().describe('For the next page; missing on the last one'),
  nextChangedSince: z
    .string()
    .optional()
    .describe(
      'On the last page of changedSince: what to ask next time, so that no change is missed or told twice',
    ),
});
export type InvoicePage = z.infer<typeof invoiceListSchema>;

type Source = Pick<Ledger, 'documents' | 'facts'>;

export function toSummary(entry: LedgerEntry, ledger: Source): InvoiceSummary {
  const { icv, state, payable, by, warnings, reissuedAs: _, ...row } = toInvoiceRow(entry);
  const { saleId, orderReference, buyer, supplier, corrects, reference, metadata } = entry.sale;
  const { status } = entry.submission;
  const buyerVatNumber = buyer?.vatNumber ?? supplier?.vatNumber;
  const replacedBy = state === 'rejected' ? ledger.documents.replacedBy(entry.uuid)?.number : undefined;
  return {
    ...row,
    issuedBy: by,
    counter: icv,
    authorityWarnings: warnings,
    status: state,
    payable: halalasToText(payable),
    taxExclusive: halalasToText(entry.taxExclusive),
    vat: halalasToText(entry.vat),
    ...toBooked(entry),
    payments: ledger.facts.payments(icv).map(toPayment),
    rounding: halalasToText(entry.rounding),
    ...(saleId !== undefined && { saleId }),
    ...(orderReference !== undefined && { orderReference }),
    ...(buyerVatNumber !== undefined && { buyerVatNumber }),
    ...(corrects !== undefined && { corrects: corrects.map(({ number }) => number) }),
    ...ledger.documents.origin(entry.uuid),
    ...(replacedBy !== undefined && { replacedBy }),
    ...(status !== undefined && { authorityStatus: status }),
    ...(reference !== undefined && { reference }),
    ...(metadata !== undefined && { metadata }),
  };
}

function toBooked({ vatInSar, taxInclusive, prepaid, breakdown }: LedgerEntry) {
  return {
    vatInSar: halalasToText(vatInSar),
    taxInclusive: halalasToText(taxInclusive),
    prepaid: halalasToText(prepaid),
    breakdown: breakdown.map(({ taxable, vat, ...row }) => ({
      ...row,
      taxable: halalasToText(taxable),
      vat: halalasToText(vat),
    })),
  };
}

export function toInvoice(
  entry: LedgerEntry,
  ledger: Source,
  language?: Language,
): z.infer<typeof invoiceSchema> {
  const [authorityAnswer] = ledger.documents.answers(entry.uuid);
  const timeline = ledger.documents.timeline(entry.uuid);
  return { ...toDocument(entry, ledger, language), timeline, authorityAnswer };
}

/** @param language of the warnings */
export function toDocument(
  entry: LedgerEntry,
  ledger: Source,
  language: Language = 'en',
): z.infer<typeof invoiceDocumentSchema> {
  const { submission, uuid, issuedAt } = entry;
  const xml = ledger.documents.issuedXml(uuid) ?? fail('not-found');
  return {
    ...toSummary(entry, ledger),
    hash: entry.hash,
    previousHash: entry.previousHash,
    qr: ledger.documents.qr(uuid),
    cleared: submission.cleared,
    warnings: publicIssues(warningsOf(xml, issuedAt), language),
  };
}

function toPayment({ means, amount, tendered }: Payment): z.infer<typeof paymentSchema> {
  return {
    means,
    ...(amount !== undefined && { amount: halalasToText(amount) }),
    ...(tendered !== undefined && { tendered: halalasToText(tendered) }),
    ...(amount !== undefined && tendered !== undefined && { change: halalasToText(tendered - amount) }),
  };
}
