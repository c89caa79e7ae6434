import { createHash } from 'node:crypto';
import * as z from 'zod';
import { reasonsAmong } from '../../../../shared/authority-reasons.ts';
import { fail, type Issue, refuseInput } from '../../../../shared/failure.ts';
import { codedIssue, text, uuid } from '../../../../shared/fields.ts';
import { foldNumber } from '../../../../shared/sale/document-number.ts';
import { customers, saleKinds, saleLimits } from '../../../../shared/sale/sale.ts';
import { type SubmissionState, submissionStates } from '../../../../shared/status.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import { countedAt, type LedgerEntry } from '../../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { type InvoicePage, toSummary } from '../../invoices/invoice-resource.ts';
import { closedList, openList } from './value-lists.ts';

const wholeNumber = z
  .string()
  .meta({ type: 'integer', minimum: 1, maximum: 200 })
  .refine((text) => /^\d{1,4}$/.test(text), codedIssue('whole-number', 'must be a whole number'))
  .transform(Number)
  .pipe(z.int().min(1).max(200));

/** A position in the list: a counter, or a position in the order of changes. */
interface Place {
  readonly of: 'icv' | 'change';
  readonly at: number;
  /** The filters for which the cursor was issued. */
  readonly filter: string;
}

/** A cursor contains the position where the last page ended; callers must not interpret it. */
const cursorSchema = z
  .string()
  .refine(
    (text) => placeOf(text) !== undefined,
    codedIssue('cursor', 'must be the nextCursor of a page before'),
  );

const sinceSchema = z
  .string()
  .refine(
    (text) => instantOf(text) !== undefined || positionOf(text) !== undefined,
    codedIssue(
      'changed-since',
      'must be a moment such as 2026-11-20T10:00:00Z, or the nextChangedSince of a page',
    ),
  );

export const periodSchema = {
  from: z.iso.date().optional().describe('Day of issue in Riyadh, included'),
  to: z.iso.date().optional().describe('Day of issue in Riyadh, included'),
};

export const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
export const periodOrder = { ...codedIssue('date-order', 'must not be before from'), path: ['to'] };

export const listQuerySchema = z
  .strictObject({
    status: openList(submissionStates).optional(),
    uncorrected: z
      .literal('true')
      .optional()
      .describe('Rejected documents that nobody has issued again, with the authority’s `reasons`'),
    late: z
      .literal('true')
      .optional()
      .describe('Documents that the authority took after their deadline, as `late` of each says'),
    kind: closedList(saleKinds).optional(),
    customer: z.enum(customers).optional().describe('As in the sale'),
    number: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The whole number, in whatever case, for instance T1-000042'),
    saleId: uuid.optional().describe('The id of the sale, in whatever case'),
    reference: text(saleLimits.reference).optional().describe('Your own reference, whole, as in the sale'),
    buyer: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The VAT number of the other party, or words of its name, in any order and spelling'),
    ...periodSchema,
    changedSince: sinceSchema
      .optional()
      .describe(
        'Documents whose status changed at this moment or later, the first change first: an RFC 3339 time, or nextChangedSince of the last page before. A rejected document that is issued again no longer changes: the new one names it in `replaces`',
      ),
    limit: wholeNumber.optional().describe('1 to 200 of a page; 100 unless said otherwise'),
    cursor: cursorSchema.optional().describe('nextCursor of the page before, with the same filters'),
  })
  .refine(isPeriod, periodOrder);
type ListQuery = z.output<typeof listQuerySchema>;

type ListLedger = Pick<Ledger, 'search' | 'documents' | 'facts'>;

const defaultLimit = 100;
/** The number of rows that are made at once; a sale of 5,000 lines takes some milliseconds to read. */
const rowsAtOnce = 10;

/**
 * New documents do not change a page, since counters only grow. With `changedSince` a document that changes moves to
 * the end, where its new status is read.
 * @param rest waits between parts of a page, so that other work may run
 */
export async function listInvoices(
  ledger: ListLedger,
  query: ListQuery,
  rest: () => Promise<void> = async () => undefined,
): Promise<InvoicePage> {
  const since = query.changedSince;
  const before = placeIn(query, since === undefined ? 'icv' : 'change');
  if (since !== undefined)
    return listChanged(ledger, query, { after: before ?? startOf(since, ledger), rest });
  return isNamed(query) ? oneNamed(ledger, query, before) : listNewest(ledger, query, { before, rest });
}

const isNamed = ({ number, saleId }: ListQuery) => number !== undefined || saleId !== undefined;

const filterOf = ({ status, uncorrected, late, kind, customer, reference, buyer, from, to }: ListQuery) => ({
  states: status,
  ...(uncorrected !== undefined && { uncorrected: true as const }),
  ...(late !== undefined && { late: true as const }),
  kinds: kind,
  customer,
  ownReference: reference,
  buyer,
  from,
  to,
});

type Rest = () => Promise<void>;

async function listNewest(
  ledger: ListLedger,
  query: ListQuery,
  { before, rest }: { before: number | undefined; rest: Rest },
): Promise<InvoicePage> {
  const { limit = defaultLimit } = query;
  const { rows } = ledger.search.list({ ...filterOf(query), before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    invoices: await rowsOf(page, { ledger, rest, isStill: (entry) => isInState(entry, query) }),
    ...(rows.length > limit &&
      last !== undefined && { nextCursor: textOf({ of: 'icv', at: last.icv, filter: digestOf(query) }) }),
  };
}

async function listChanged(
  ledger: ListLedger,
  query: ListQuery,
  { after, rest }: { after: number; rest: Rest },
): Promise<InvoicePage> {
  const { limit = defaultLimit } = query;
  // This ledger was restored, so a position from a newer one is meaningless.
  if (after > ledger.search.changes.last())
    fail('bad-input', { issues: [aheadOfLedger(query.cursor === undefined ? 'changedSince' : 'cursor')] });
  if (isNamed(query)) return oneChanged(ledger, query, after);
  const { rows, through, isEnd } = ledger.search.changed({ ...filterOf(query), after, limit });
  const places = new Map(rows.map(({ uuid, id }) => [uuid, id]));
  return {
    // A document that has changed since is found at its new position.
    invoices: await rowsOf(rows, {
      ledger,
      rest,
      isStill: ({ icv, uuid }) => ledger.search.changes.of(icv)?.id === places.get(uuid),
    }),
    ...(isEnd
      ? { nextChangedSince: `change-${through}` }
      : { nextCursor: textOf({ of: 'change', at: through, filter: digestOf(query) }) }),
  };
}

async function rowsOf(
  found: readonly { uuid: string }[],
  { ledger, rest, isStill }: { ledger: ListLedger; rest: Rest; isStill: (entry: LedgerEntry) => boolean },
): Promise<InvoicePage['invoices']> {
  const rows: InvoicePage['invoices'] = [];
  for (const [index, { uuid }] of found.entries()) {
    if (index > 0 && index % rowsAtOnce === 0) await rest();
    const entry = ledger.documents.get(uuid);
    if (entry !== undefined && isStill(entry)) rows.push(rowOf(entry, ledger));
  }
  return rows;
}

const isInState = (
  { submission, reissuedAs }: LedgerEntry,
  { status, uncorrected, late }: ListQuery,
): boolean =>
  (late === undefined || submission.isLate) &&
  (status === undefined || (status as SubmissionState[]).includes(submission.state)) &&
  (uncorrected === undefined || (submission.state === 'rejected' && reissuedAs === undefined));

function oneChanged(ledger: ListLedger, query: ListQuery, after: number): InvoicePage {
  const { changes } = ledger.search;
  const through = changes.last();
  const { invoices } = oneNamed(ledger, query);
  return {
    invoices: invoices.filter(({ counter }) => (changes.of(counter)?.id ?? 0) > after),
    nextChangedSince: `change-${through}`,
  };
}

function oneNamed(ledger: ListLedger, query: ListQuery, before?: number): InvoicePage {
  const { documents } = ledger;
  const { number = '', saleId, from, to, kind, customer, reference, buyer } = query;
  const entry = saleId === undefined ? numbered(number, documents) : documents.getBySaleId(saleId);
  if (entry === undefined || !isAsked(entry, query)) return { invoices: [] };
  const { date } = riyadhDateTime(countedAt(entry));
  const passes =
    isInState(entry, query) &&
    (kind === undefined || kind.includes(entry.kind)) &&
    (customer === undefined || customer === entry.customer) &&
    (from === undefined || date >= from) &&
    (to === undefined || date <= to) &&
    (before === undefined || entry.icv < before) &&
    ((reference === undefined && buyer === undefined) || isFound(ledger, query, entry));
  return { invoices: passes ? [rowOf(entry, ledger)] : [] };
}

/** Finds a document by its number without regard to case: a number ends with its document's counter. */
function numbered(number: string, documents: ListLedger['documents']): LedgerEntry | undefined {
  const counter = Number(/-(\d{1,15})$/.exec(foldNumber(number))?.[1]);
  const ownNumber = Number.isSafeInteger(counter) ? documents.numberAt(counter) : undefined;
  return documents.getByNumber(
    ownNumber !== undefined && isSameNumber(ownNumber, number) ? ownNumber : number,
  );
}

const isSameNumber = (one: string, other: string): boolean => foldNumber(one) === foldNumber(other);

const isAsked = (entry: LedgerEntry, { number, saleId }: ListQuery): boolean =>
  (number === undefined || isSameNumber(entry.number, number)) &&
  (saleId === undefined || entry.saleId?.toLowerCase() === saleId);

const isFound = ({ search }: ListLedger, query: ListQuery, { icv }: LedgerEntry): boolean =>
  search.list({ ...filterOf(query), before: icv + 1, limit: 1 }).rows[0]?.icv === icv;

function rowOf(entry: LedgerEntry, ledger: ListLedger): InvoicePage['invoices'][number] {
  const { at } = ledger.search.changes.of(entry.icv) ?? { at: entry.issuedAt };
  const isRejected = entry.submission.state === 'rejected';
  return {
    ...toSummary(entry, ledger),
    ...(isRejected && { reasons: [...reasonsAmong(ledger.documents.messages(entry.icv))] }),
    changedAt: new Date(at).toISOString(),
  };
}

/** Returns the position just before the first requested change. */
function startOf(since: string, { search }: ListLedger): number {
  return positionOf(since) ?? search.changes.before(instantOf(since) ?? 0);
}

/** Returns the cursor's position. @throws FailureError `bad-input` `cursor` when it is another list's */
function placeIn(query: ListQuery, of: Place['of']): number | undefined {
  const place = query.cursor === undefined ? undefined : placeOf(query.cursor);
  if (place === undefined) return undefined;
  return place.of === of && place.filter === digestOf(query) ? place.at : refuseCursor('cursor');
}

/** Returns the issue of a position that the ledger has not reached: it was restored from an older copy. */
export const aheadOfLedger = (field: string): Issue => ({
  path: [field],
  code: 'cursor-ahead',
  message: 'is beyond the end of this ledger, which was restored from an older copy: begin again by a date',
});

function refuseCursor(field: string): never {
  const message = 'belongs to a list with other filters';
  return refuseInput([field], 'cursor', message);
}

/** Returns a digest that distinguishes the filters of one list from another's. */
function digestOf({ limit: _, cursor: __, ...filter }: ListQuery): string {
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(filters.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

const textOf = ({ of, at, filter }: Place): string =>
  Buffer.from(`${of}:${at}:${filter}`).toString('base64url');

function placeOf(cursor: string): Place | undefined {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, of, at, filter] = /^(icv|change):(\d{1,15}):([0-9a-f]{12})$/.exec(plain) ?? [];
  return of === undefined || filter === undefined
    ? undefined
    : { of: of as Place['of'], at: Number(at), filter };
}

function positionOf(since: string): number | undefined {
  const [, position] = /^change-(\d{1,15})$/.exec(since) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** Returns the time of a text, in milliseconds since 1970. */
function instantOf(since: string): number | undefined {
  return z.iso.datetime({ offset: true }).safeParse(since).success ? Date.parse(since) : undefined;
}
