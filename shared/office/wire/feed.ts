import * as z from 'zod';
import { ordersSchema, toldSchema } from './orders.ts';
import { tillStatusSchema } from './till-status.ts';

/*
 * The protocol between a till and the head office: batches, and the answers to them. The till's ledger is the outbox
 * and its counters are the positions; only the office knows its own position.
 */

/** A hash: Base64 of 32 bytes, or of the hex text that precedes the first document. */
const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$|^[A-Za-z0-9+/]{86}==$/);
const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
const counter = z.int().positive();
const position = z.int().nonnegative();
const time = z.int();

const documentRow = z.strictObject({
  icv: counter,
  hash,
  previousHash: hash,
  /** The deadline, in milliseconds since 1970. */
  dueAt: time,
  mode: z.enum(['clearance', 'reporting']),
  /** The exact text of the document. */
  xml: z.string().min(1),
});

const eventRow = z.strictObject({
  id: counter,
  icv: counter,
  at: time,
  event: z.enum(['sent', 'answered', 'unanswered']),
  httpStatus: z.int().nullable(),
  outcome: z.string().nullable(),
  why: z.string().nullable(),
  status: z.string().nullable(),
  answer: z.string().nullable(),
  /** The authority's own copy, with the event that contained it. */
  cleared: z.string().nullable(),
  /** The time at which it is sent again automatically; null if it is not. */
  nextAt: time.nullable(),
  /** The new deadline, if the authority has switched clearance off. */
  reportBy: time.nullable(),
});

const auditRow = z.strictObject({
  id: counter,
  at: time,
  actor: z.string(),
  action: z.string(),
  /** The detail as JSON, which was hashed in this form. */
  detail: z.string(),
  previousHash: z.string(),
  hash: hexHash,
});

/** The end of a chain: its last counters, and the hashes there. */
export const headSchema = z.strictObject({
  icv: position,
  /** The hash of the newest document; before the first document a fixed value. */
  hash,
  event: position,
  audit: position,
  /** The audit hash of the newest line; before the first line the ledger's id. */
  auditHash: z.string(),
});
export type FeedHead = z.infer<typeof headSchema>;

/** The number of rows in one batch, which even a slow connection sends within seconds. */
export const mostRows = 200;
/** The largest batch in bytes, compressed and not. */
export const mostBytes = { compressed: 4 * 2 ** 20, whole: 32 * 2 ** 20 };

export const batchSchema = z.strictObject({
  ledger: z.uuid(),
  /** The till's own head when it read the rows. */
  head: headSchema,
  /** Set when the till compared its own ledger with the office's last answer and found this about itself. */
  found: z.enum(['older', 'forked']).nullable(),
  documents: z.array(documentRow).max(mostRows),
  events: z.array(eventRow).max(mostRows),
  audit: z.array(auditRow).max(mostRows),
  /** The status of the till when it read the rows; absent before it is known. */
  status: tillStatusSchema.optional(),
  /** Omitted by a till that does not have the office's key. */
  orders: toldSchema.optional(),
});
export type Batch = z.infer<typeof batchSchema>;
export type DocumentRow = Batch['documents'][number];
export type EventRow = Batch['events'][number];
export type AuditRow = Batch['audit'][number];

/** The causes of a refusal. Each except `ahead` leads to quarantine and is shown on both sides. */
export const refusalCodes = [
  'ahead', // rows are missing before the batch; the till continues from the office's head
  'older', // the till reports a head behind the office's: an older copy of its ledger
  'forked', // a document under a counter, or a line of the audit log, that differs from the office's
  'other-ledger', // the chain is not the one that was enrolled
  'broken-link', // a document or a line that does not follow the previous one
  'wrong-bytes', // the hash is not that of the document's bytes, or its counter differs from the stated one
  'stranger', // a document is stamped with a certificate of another till or another taxpayer
  'stopped', // two people of the office confirmed that the till was stolen: its chain is frozen
] as const;
export const refusalSchema = z.enum(refusalCodes);
export type Refusal = z.infer<typeof refusalSchema>;

export const feedAnswerSchema = z.discriminatedUnion('result', [
  z.strictObject({ result: z.literal('kept'), have: headSchema, orders: ordersSchema.optional() }),
  z.strictObject({
    result: z.literal('refused'),
    code: refusalSchema,
    /** The counter of the first document, event or line that was refused. */
    at: position,
    have: headSchema,
    orders: ordersSchema.optional(),
  }),
]);
export type FeedAnswer = z.infer<typeof feedAnswerSchema>;
