import * as z from 'zod';
import { actorKinds, actorSchema } from '../../actor.ts';
import { connectionFaults } from '../../connection-fault.ts';
import { issueSchema } from '../../failure.ts';
import { halalas, instant, uuid } from '../../fields.ts';
import { meansOfCode } from '../../sale/payment-code.ts';
import { saleKinds, saleSchema } from '../../sale/sale.ts';
import { saleFactsSchema } from '../../sale/sale-facts.ts';
import { vatCategories } from '../../sale/vat.ts';
import { authorityMessageSchema, submissionModes, submissionStates } from '../../status.ts';
import { command } from '../command.ts';

export const invoiceRowSchema = z.object({
  uuid: z.uuid(),
  /** The number that people read, for instance T1-000042. */
  number: z.string(),
  icv: z.int().positive(),
  kind: z.enum(saleKinds),
  customer: z.enum(['consumer', 'business']),
  issuedAt: instant,
  /**
   * The true time of a document that was issued while the clock was ahead, once a manager corrected it. It decides the
   * document's day in lists and sums.
   */
  trueAt: instant.optional(),
  buyerName: z.string().optional(),
  /** The person or program that issued it. */
  by: z.string(),
  currency: z.string(),
  payable: halalas,
  mode: z.enum(submissionModes),
  state: z.enum(submissionStates),
  /**
   * The deadline. Reporting: 24 hours after issue. Clearance: the longest time that a shop should wait, since the law
   * sets no deadline.
   */
  dueAt: instant,
  attempts: z.int().nonnegative(),
  /** The number of the authority's warnings on an accepted document. */
  warnings: z.int().nonnegative(),
  acceptedAt: instant.optional(),
  /** True for a document that the authority took after its deadline; one that still waits is overdue (shared/values/deadline.ts). */
  late: z.literal(true).optional(),
  /** The number of the document that replaces this rejected one. */
  reissuedAs: z.string().optional(),
});
export type InvoiceRow = z.infer<typeof invoiceRowSchema>;

export const timelineEntrySchema = z.object({
  at: instant.describe('When'),
  event: z
    .enum(['issued', 'sent', 'answered', 'unanswered', 'late'])
    .describe(
      'issued; sent, a call to the authority began; answered by it; unanswered, or with a broken answer; late, its deadline passed',
    ),
  httpStatus: z.int().optional().describe('Of the authority’s answer'),
  outcome: z
    .string()
    .optional()
    .describe(
      'What the answer meant: accepted, rejected, clearance-off, request-refused, credential-refused, unknown',
    ),
  fault: z.enum(connectionFaults).optional().describe('Why the connection failed, where that is known'),
  status: z.string().optional().describe('The authority’s own word, for instance CLEARED or REPORTED'),
  messages: z.array(authorityMessageSchema).describe('The authority’s messages, word for word'),
  dueAt: instant
    .optional()
    .describe('The new deadline, where the answer moved it from clearance to reporting'),
  nextAt: instant.optional().describe('When it is tried again'),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** One answer of the authority word for word, without the copy of a cleared invoice, which `invoice.xml` returns. */
export const authorityAnswerSchema = z.object({
  at: instant.describe('When it came'),
  httpStatus: z.int().describe('Its HTTP status'),
  body: z.string().describe('As it came; usually JSON'),
  cut: z.boolean().describe('Only the first 64 K characters were kept'),
});
export type AuthorityAnswer = z.infer<typeof authorityAnswerSchema>;

/** A discount as agreed: an amount in the document's currency, or a percent. */
const statedDiscountSchema = z.object({
  amount: z.string().optional(),
  percent: z.string().optional(),
  reason: z.string().optional(),
});
export type StatedDiscount = z.infer<typeof statedDiscountSchema>;

export const invoiceDetailSchema = invoiceRowSchema.extend({
  hash: z.string(),
  previousHash: z.string(),
  /** Base64 of the QR's bytes, as the image encodes them; after clearance, those of the authority. */
  qr: z.string(),
  taxExclusive: halalas,
  vat: halalas,
  rounding: halalas,
  /** The sum of the advances that it deducts. */
  prepaid: halalas,
  /** The findings that the authority would accept with a warning, as when the sale was priced. */
  cautions: z.array(issueSchema),
  note: z.string().optional(),
  /** Says whether unit prices and discounts include VAT. */
  prices: z.enum(['includeVat', 'excludeVat']),
  discounts: z.array(statedDiscountSchema),
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: z.string(),
      unit: z.string(),
      /** The unit price from the till, with or without VAT according to `prices`. */
      unitPrice: z.string(),
      /** The discounts agreed on the line: amounts such as `2.00`, or percents. */
      discounts: z.array(statedDiscountSchema),
      /** The customer's price for the line, VAT included. */
      gross: halalas,
      net: halalas,
      vat: halalas,
      category: z.enum(vatCategories),
      rate: z.string(),
    }),
  ),
  buyer: z.object({ name: z.string(), vatNumber: z.string().optional() }).optional(),
  /** The person or program that issued it, and the shift. */
  issuedBy: actorSchema.extend({
    shift: z.int().positive().optional(),
    /** The goods removed before it, its discounts, and prices that are not the article's. */
    beside: saleFactsSchema.optional(),
  }),
  /** The prints of its receipt, oldest first; a further print of the same form is a copy. */
  prints: z.array(z.object({ at: instant, by: z.string(), copy: z.boolean() })),
  /** The means of payment, with amounts where they are known. */
  payments: z.array(
    z.object({
      means: z.string(),
      amount: halalas.optional(),
      tendered: halalas.optional(),
      /** The approval of the card terminal, in its own words. */
      card: z
        .object({
          reference: z.string().optional(),
          approvalCode: z.string().optional(),
          lastFour: z.string().optional(),
          scheme: z.string().optional(),
        })
        .optional(),
    }),
  ),
  /** The documents that this note corrects; `uuid` if they are this terminal's own. */
  corrects: z.array(z.object({ number: z.string(), uuid: z.uuid().optional() })),
  /** Notes of this terminal that correct this document, oldest first. */
  correctedBy: z.array(
    z.object({ uuid: z.uuid(), number: z.string(), kind: z.enum(saleKinds), payable: halalas }),
  ),
  /** The rejected document that this one replaces. */
  replaces: z.object({ uuid: z.uuid(), number: z.string() }).optional(),
  /** The document that replaces this rejected one. */
  replacedBy: z.object({ uuid: z.uuid(), number: z.string() }).optional(),
  timeline: z.array(timelineEntrySchema),
  /** True when the authority's own copy (with its stamp) is stored. */
  cleared: z.boolean(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>;

const searchTextSchema = z.string().trim().min(1).max(200);

/** The limit for counting the matches of a search, so that a list appears at once. */
export const countedAtMost = 1000;

/** The number of rejected documents that are grouped at once. */
export const mostRejections = 2000;

/** The conditions of a list of documents; all must be met. */
const conditions = {
  /** True for rejected documents that nobody has issued again. */
  uncorrected: z.literal(true).optional(),
  /** True for documents that were reported after their deadline. */
  late: z.literal(true).optional(),
  states: z.array(z.enum(submissionStates)).optional(),
  kinds: z.array(z.enum(saleKinds)).optional(),
  /** The start of the number; case does not matter. */
  number: searchTextSchema.optional(),
  /** The words of the name or digits of the VAT number. All must occur, in any order, even inside longer words. */
  buyer: searchTextSchema.optional(),
  /** The dates in Riyadh, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The name of the person or program that issued it. */
  by: z.string().min(1).max(200).optional(),
  /** Used together with `by`, this limits the list to a person, or to a program, of that name. */
  byKind: z.enum(actorKinds).optional(),
  /** The number of the shift in which it was issued. */
  shift: z.int().positive().optional(),
  /** A means by which it was paid or paid back, at least partly: the till's word or a code of UNTDID 4461. */
  means: z.string().min(1).max(20).overwrite(meansOfCode).optional(),
  /** The barcode of a line, or words of its name. All words must occur, in any order, even inside longer words. */
  article: searchTextSchema.optional(),
  /** The bounds of the payable amount, both included; they are equal for an exact amount. */
  amount: z.strictObject({ least: halalas.optional(), most: halalas.optional() }).optional(),
};

export const invoices = {
  /**
   * Returns the rows that meet all conditions, newest first. `before` is an ICV; only rows below it are returned.
   * `total` counts all matches on every page: exactly for all documents, for states and for dates; other searches, and
   * combinations, stop counting at `countedAtMost` and then set `more`.
   */
  'invoice.list': command({
    role: 'cashier',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(200).default(100),
      ...conditions,
    }),
    output: z.object({
      rows: z.array(invoiceRowSchema),
      total: z.int().nonnegative(),
      /** True when there are more documents than `total`. */
      more: z.boolean().optional(),
    }),
  }),
  /**
   * Returns the sums of the documents that a list would show, one for each currency, riyals first. A rejected document
   * that was issued again counts once. Lists by day, person, shift or means agree with `takings.get` and the shift's
   * report: a rejected document is subtracted where its replacement counts, even if that is another person's. With
   * other conditions, it is subtracted only if the list contains both documents. The company's purchases (self-billed)
   * are not sales and are summed separately. With `means`, only the parts paid or paid back by it are summed; those of
   * a document with a part of unknown amount are unknown. Empty without documents; absent if there are too many to add
   * up at once.
   */
  'invoice.sums': command({
    role: 'manager',
    input: z.strictObject(conditions),
    output: z.object({
      sums: z
        .array(
          z.object({
            currency: z.string(),
            /** The number of documents; negative if a new document replaces one that is not in the list. */
            count: z.int(),
            /** The amounts due, less those of the credit notes. */
            total: halalas,
            /** The amount that the credit notes gave back; a part of `total`. */
            returned: halalas,
            /**
             * The amount of self-billed purchases, less their credit notes; not a part of `total`. Absent if there are
             * none.
             */
            purchased: halalas.optional(),
          }),
        )
        .optional(),
    }),
  }),
  /**
   * Returns the rejected documents that nobody has issued again, by cause: those with the same codes of the authority
   * are one group, largest group first, documents oldest first. Only the newest `mostRejections` are read.
   */
  'invoice.rejections': command({
    role: 'cashier',
    input: z.strictObject(conditions).omit({ states: true, uncorrected: true }),
    output: z.object({
      groups: z.array(
        z.object({
          /** The authority's reasons, as it gave them for the newest document of the group. */
          reasons: z.array(authorityMessageSchema),
          /** True if the sales are not to blame, but the clock: they are issued again as they are (`sale.reissue`). */
          unchanged: z.boolean(),
          rows: z.array(invoiceRowSchema),
        }),
      ),
      /** True when there are older ones. */
      more: z.boolean(),
    }),
  }),
  /** Returns all who issued documents, alphabetically; with a kind if a person and a program share the name. */
  'invoice.issuers': command({
    role: 'cashier',
    output: z.object({
      issuers: z.array(z.object({ name: z.string(), kind: z.enum(actorKinds).optional() })),
    }),
  }),
  'invoice.get': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: invoiceDetailSchema,
  }),
  /** Returns the authority's answers to the latest calls for a document, word for word, newest first. */
  'invoice.answers': command({
    role: 'manager',
    input: z.strictObject({ uuid: z.uuid() }),
    output: z.object({ answers: z.array(authorityAnswerSchema) }),
  }),
  /** Finds a document by its number or by the text of its QR, typed by a scanner. */
  'invoice.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    output: invoiceRowSchema,
  }),
  /** Returns the sale as it was issued: the basis of a return or a corrected document. */
  'invoice.sale': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: saleSchema,
  }),
  /** Returns the document's XML as issued here, or the authority's own copy (`cleared`) if there is one. */
  'invoice.xml': command({
    role: 'manager',
    input: z.strictObject({ uuid, which: z.enum(['issued', 'cleared']).default('issued') }),
    output: z.object({ fileName: z.string(), xml: z.string() }),
  }),
  /** Sends all parked documents again, once their problem is solved. Returns their number. */
  'invoice.sendParked': command({ role: 'manager', output: z.object({ sent: z.int().nonnegative() }) }),
  /** Ends the pause of the queue, so that waiting documents are tried now instead of later. */
  'invoice.tryNow': command({ role: 'cashier' }),
  /** Sends a waiting or parked document now instead of later. */
  'invoice.send': command({
    role: 'cashier',
    input: z.strictObject({ uuid }),
    output: invoiceRowSchema,
  }),
};
