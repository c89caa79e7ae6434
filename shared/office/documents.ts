import * as z from 'zod';
import { halalas, instant } from '../fields.ts';
import { query, readers } from './command.ts';
import { chainNumber, documentTime, inputDay, rowId } from './input.ts';

/** The states of a document at the authority, according to the events that the office has. */
export const documentStates = ['waiting', 'accepted', 'rejected', 'parked'] as const;
export type DocumentState = (typeof documentStates)[number];

/** The key of a document: the till, the number of its chain, and the counter. */
export const documentKeySchema = z.strictObject({
  device: rowId,
  generation: chainNumber,
  icv: z.int().positive(),
});
export type DocumentKey = z.infer<typeof documentKeySchema>;

export const documentRowSchema = z.object({
  ...documentKeySchema.shape,
  number: z.string(),
  /** The type code: 388 invoice, 381 credit note, 383 debit note, 386 advance. */
  kind: z.string(),
  mode: z.enum(['clearance', 'reporting']),
  /** The time in Riyadh that the document states. */
  issuedAt: z.string(),
  state: z.enum(documentStates),
  entity: z.int(),
  branch: z.int(),
  till: z.string(),
  currency: z.string(),
  payable: halalas,
  taxable: halalas,
  vat: halalas,
});
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** Silent tills, and tills that are still sending; their documents after `since` are not known yet. */
export const unknownTillSchema = z.object({ device: z.int(), name: z.string(), since: instant.nullable() });
export type UnknownTill = z.infer<typeof unknownTillSchema>;

const filter = {
  /** The beginning of a number, or a buyer's whole VAT number. */
  text: z.string().trim().max(100).optional(),
  from: inputDay.optional(),
  to: inputDay.optional(),
  entity: rowId.optional(),
  branch: rowId.optional(),
  device: rowId.optional(),
  state: z.enum(documentStates).optional(),
};
export type DocumentFilter = z.infer<z.ZodObject<typeof filter>>;

const place = z.strictObject({ issuedAt: documentTime, ...documentKeySchema.shape });
/** The position after the last row of a page. */
export type DocumentPlace = z.infer<typeof place>;

const buyerShape = {
  buyerName: z.string().nullable(),
  buyerVatNumber: z.string().nullable(),
};

export const documents = {
  /** Returns documents, newest first. */
  'document.find': query({
    roles: readers,
    input: z.strictObject({ ...filter, before: place.optional() }),
    output: z.object({
      now: instant,
      documents: z.array(documentRowSchema),
      next: place.nullable(),
      unknown: z.array(unknownTillSchema),
    }),
  }),
  /** Returns a document, and logs that it was read, as the next two queries do. */
  'document.get': query({
    roles: readers,
    input: documentKeySchema,
    output: z.object({
      document: documentRowSchema,
      uuid: z.string(),
      hash: z.string(),
      previousHash: z.string(),
      receivedAt: instant,
      dueAt: instant,
      acceptedAt: instant.nullable(),
      isStampChecked: z.boolean(),
      sellerName: z.string(),
      sellerVatNumber: z.string(),
      ...buyerShape,
      lines: z.array(
        z.object({ name: z.string(), quantity: z.string(), unitPrice: z.string(), net: halalas }),
      ),
      vat: z.array(z.object({ category: z.string(), rate: z.string(), taxable: halalas, vat: halalas })),
      events: z.array(z.object({ at: instant, what: z.string(), status: z.string().nullable() })),
      hasCleared: z.boolean(),
    }),
  }),
  /** Returns the exact bytes, under the official name; `cleared`: the authority's copy. */
  'document.xml': query({
    roles: readers,
    input: z.strictObject({ ...documentKeySchema.shape, cleared: z.boolean() }),
    output: z.object({ fileName: z.string(), xml: z.string() }),
  }),
  'document.pdf': query({
    roles: readers,
    input: documentKeySchema,
    output: z.object({ fileName: z.string(), pdf: z.base64() }),
  }),
};

const vatRow = z.object({
  /** `returns` are credit notes, `deducted` the advances that final invoices deduct: both are negative. */
  part: z.enum(['sales', 'returns', 'deducted']),
  category: z.string(),
  reason: z.string(),
  rate: z.string(),
  count: z.int(),
  taxable: halalas,
  vat: halalas,
});

export const vat = {
  /**
   * Sums the sales and refunds of a taxpayer's tills within the days, by category and rate. Rejected documents are not
   * included; waiting ones are, and are also shown separately in `open`.
   */
  'vat.sums': query({
    roles: readers,
    input: z.strictObject({ from: inputDay, to: inputDay }),
    output: z.object({
      now: instant,
      entities: z.array(
        z.object({
          entity: z.int(),
          vatNumber: z.string(),
          rows: z.array(vatRow),
          taxable: halalas,
          vat: halalas,
          open: z.object({ count: z.int(), vat: halalas }),
          rejected: z.object({ count: z.int(), vat: halalas }),
          /** The documents not in the sums: issued by buyers for their sellers, or in other currencies. */
          apart: z.int(),
          unknown: z.array(unknownTillSchema),
        }),
      ),
    }),
  }),
  /** Returns the sums by branch, those of one branch by till, or those of one till by day. */
  'vat.split': query({
    roles: readers,
    input: z.strictObject({
      from: inputDay,
      to: inputDay,
      entity: rowId,
      branch: rowId.optional(),
      device: rowId.optional(),
    }),
    output: z.object({
      by: z.enum(['branch', 'till', 'day']),
      rows: z.array(
        z.object({
          /** The id of the branch or the till, or null. */
          id: z.int().nullable(),
          name: z.string(),
          count: z.int(),
          taxable: halalas,
          vat: halalas,
        }),
      ),
    }),
  }),
};
