import * as z from 'zod';
import { own, uuid } from '../../../shared/fields.ts';
import { type SubmissionState, submissionStates } from '../../../shared/status.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { riyadhDateTime } from '../../platform/riyadh-time.ts';
import { type InvoiceSummary, toSummary } from '../invoices/invoice-resource.ts';

const statusList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(submissionStates)).min(1))
  .describe(`Comma-separated: ${submissionStates.join(', ')}`);

const wholeNumber = z
  .string()
  .meta({ type: 'integer', minimum: 1, maximum: 200 })
  .refine((text) => /^\d{1,4}$/.test(text), own('whole-number', 'must be a whole number'))
  .transform(Number)
  .pipe(z.int().min(1).max(200));

/** A cursor names the counter that the last page ended with; callers are not to read it. */
const cursorSchema = z
  .string()
  .refine((text) => counterOf(text) !== undefined, own('cursor', 'must be the nextCursor of a page before'))
  .transform((text) => counterOf(text) ?? 1);

/** The query of `GET /v2/invoices`. */
export const listQuerySchema = z.strictObject({
  status: statusList.optional(),
  number: z.string().min(1).max(100).optional().describe('The whole number, for instance T1-000042'),
  saleId: uuid.optional().describe('The id of the sale, in whatever case'),
  from: z.iso.date().optional().describe('Day of issue in Riyadh, included'),
  to: z.iso.date().optional().describe('Day of issue in Riyadh, included'),
  limit: wholeNumber.optional().describe('1 to 200 of a page; 100 unless said otherwise'),
  cursor: cursorSchema.optional().describe('nextCursor of the page before, with the same filters'),
});
type ListQuery = z.output<typeof listQuerySchema>;

export interface InvoicePage {
  invoices: InvoiceSummary[];
  nextCursor?: string;
}

const defaultLimit = 100;

/** Newest first. A page stays the same whatever is issued meanwhile: counters only grow. */
export function listInvoices(ledger: Pick<Ledger, 'search' | 'documents'>, query: ListQuery): InvoicePage {
  if (query.number !== undefined || query.saleId !== undefined) return oneNamed(ledger, query);
  const { status, from, to, cursor, limit = defaultLimit } = query;
  const { rows } = ledger.search.list({ before: cursor, limit: limit + 1, states: status, from, to });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    invoices: page.flatMap(({ uuid }) => ledger.documents.get(uuid) ?? []).map(toSummary),
    ...(rows.length > limit && last !== undefined && { nextCursor: cursorOf(last.icv) }),
  };
}

function oneNamed({ documents }: Pick<Ledger, 'documents'>, query: ListQuery): InvoicePage {
  const { number, saleId, status, from, to, cursor } = query;
  const entry = saleId === undefined ? documents.getByNumber(number ?? '') : documents.getBySaleId(saleId);
  if (entry === undefined) return { invoices: [] };
  const { date } = riyadhDateTime(entry.issuedAt);
  const passes =
    (number === undefined || entry.number === number) &&
    (status === undefined || (status as SubmissionState[]).includes(entry.submission.state)) &&
    (from === undefined || date >= from) &&
    (to === undefined || date <= to) &&
    (cursor === undefined || entry.icv < cursor);
  return { invoices: passes ? [toSummary(entry)] : [] };
}

const cursorOf = (icv: number): string => Buffer.from(`icv:${icv}`).toString('base64url');

function counterOf(cursor: string): number | undefined {
  const [, icv] = /^icv:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return icv === undefined ? undefined : Number(icv);
}
