import * as z from 'zod';
import { alarmLevels } from '../../alarm.ts';
import { instant } from '../../fields.ts';
import { saleKinds } from '../../sale/sale.ts';
import { authorityMessageSchema, environments } from '../../status.ts';

/*
 * The events that a terminal sends to the shop's receivers (specification, Events): their kinds, names and data. The
 * specification names the first two and fixes four fields of their data; the other names and fields are this program's.
 */

/** The kinds of a new receiver unless somebody chooses others: the final state of each document. */
export const standardKinds = ['cleared', 'rejected', 'reported', 'parked'] as const;

/** The kinds about one document. */
export const documentKinds = [...standardKinds, 'issued'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/**
 * The kinds of events. `parked`: a document is not sent again automatically. `batchFinished`: all files in the drop
 * folder are done; the API accepts sales one by one and has no batches.
 */
export const occurrenceKinds = [
  ...documentKinds,
  'certificateOnboarded',
  'batchFinished',
  'deadlineAlarm',
] as const;
export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** The `type` of each kind as it is sent, if a manager did not change it. */
export const standardNames = {
  cleared: 'invoice.cleared',
  rejected: 'invoice.rejected',
  reported: 'invoice.reported',
  parked: 'invoice.parked',
  issued: 'invoice.issued',
  certificateOnboarded: 'certificate.onboarded',
  batchFinished: 'batch.finished',
  deadlineAlarm: 'deadline.alarm',
} as const satisfies Record<OccurrenceKind, string>;

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const count = z.int().nonnegative();
const environment = z
  .enum(environments)
  .describe('Where it happened; only documents of production are a shop’s real ones');

const invoiceFields = {
  number: z.string().describe('The same number, by its name in the API'),
  kind: z.enum(saleKinds).describe('As in the sale: a credit note is of this event too'),
  customer: z.enum(['consumer', 'business']).describe('As in the sale'),
  issuedAt: instant.describe('When it was issued'),
  trueAt: instant.optional().describe('The true time, where a manager said that the clock was ahead'),
  currency: z.string().describe('ISO 4217'),
  payable: amount.describe(
    'The amount due; of a credit note, what goes back; 0.00 for a gift (special.nominal)',
  ),
  vat: amount.describe('The VAT of the document'),
  saleId: z.string().optional().describe('The id of the sale it was made from'),
  corrects: z
    .array(z.string())
    .optional()
    .describe('Of a note: the numbers of the documents that it corrects'),
  replaces: z
    .string()
    .optional()
    .describe('The number of the rejected document in whose place it was issued'),
  firstSaleId: z
    .string()
    .optional()
    .describe('With replaces: the id of the sale that was first issued, however often it was issued anew'),
  reference: z.string().optional().describe('Your own, as in the sale'),
  metadata: z.record(z.string(), z.string()).optional().describe('Your own, as in the sale'),
  environment,
};

const idFields = {
  invoiceId: z.string().describe('The number of the document, for instance T1-000042'),
  invoiceUuid: z.uuid().describe('Its id: GET /v2/invoices/{uuid}'),
};
const status = z.string().optional().describe('The authority’s own word, where it gave one');
const messages = z
  .array(authorityMessageSchema)
  .describe('The authority’s errors and warnings, with their codes; empty where it had none');

const decidedSchema = z.object({ ...idFields, status, ...invoiceFields, messages });

export const eventDataSchemas = {
  cleared: z.object({
    ...idFields,
    status,
    clearedAt: instant.describe('When the authority cleared it'),
    ...invoiceFields,
    messages,
  }),
  rejected: decidedSchema,
  reported: decidedSchema.extend({
    late: z.literal(true).optional().describe('The authority took it after its deadline of 24 hours'),
  }),
  parked: decidedSchema.extend({
    httpStatus: z
      .int()
      .min(100)
      .max(999)
      .optional()
      .describe('The status with which the authority refused the request'),
  }),
  issued: z.object({ ...idFields, ...invoiceFields }),
  certificateOnboarded: z.object({
    environment,
    serial: z.string().describe('The serial number of the certificate'),
  }),
  batchFinished: z.object({
    environment,
    from: z.literal('drop-folder').describe('Where its files came from'),
    issued: count.describe('Files that became documents since the batch before'),
    refused: count.describe('Files that were set aside'),
  }),
  deadlineAlarm: z.object({
    environment,
    kind: z
      .enum(['deadline', 'late'])
      .describe('deadline: documents near the end of their time to be reported; late: past it'),
    level: z.enum(alarmLevels).describe('red: act now'),
    count: count.describe('The number of these documents'),
    hoursLeft: count
      .optional()
      .describe('Of deadline: the hours until nearestDeadline, a begun one included'),
    hoursOver: count.optional().describe('Of late: the whole hours since nearestDeadline'),
    nearestDeadline: instant.describe('The deadline of the document whose time ends, or ended, first'),
    ...idFields,
  }),
} as const satisfies Record<OccurrenceKind, z.ZodObject>;

export type EventData<Kind extends OccurrenceKind = OccurrenceKind> = {
  [K in Kind]: z.infer<(typeof eventDataSchemas)[K]>;
}[Kind];
export type InvoiceEventData = EventData<DocumentKind>;
