import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { returnRefusals } from '../../../../shared/contract/till/returns.ts';
import { FailureError, fail, parseOrFail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { cashRounding } from '../../../../shared/stored/settings/environment.ts';
import { millionths } from '../../../books/corrections/law/sold-goods.ts';
import { type NoteDocuments, readHistory } from '../../../books/corrections/read-history.ts';
import { noteFor, repayments, returnableOf } from '../../../books/corrections/returns/returns.ts';
import type { LedgerEntry } from '../../../books/ledger/documents/entry.ts';
import {
  paidBack,
  type returnableInvoiceSchema,
  returnRequestSchema,
  toReturnable,
} from '../../invoices/return-resource.ts';
import { RequestProblemError } from '../../problem.ts';
import {
  answerIssued,
  type InvoiceRoutesOptions,
  invoicePath,
  jsonOf,
  keyedRequest,
} from './invoice-routes.ts';

type ReturnRoutesOptions = Pick<InvoiceRoutesOptions, 'ledger' | 'issueOnce'>;
type ReturnRequest = z.infer<typeof returnRequestSchema>;
type Returnable = z.infer<typeof returnableInvoiceSchema>;

/** The limit in bytes: enough for the quantities of 5,000 lines. */
const requestBytes = 512 * 1024;
/** The number of lines that a refusal lists; the entry `limit` counts as the last. */
const shownLines = 100;
const noQuery = z.strictObject({});

/** Adds the routes of returns: lines with quantities become a credit note, with their share of discounts. */
export function addReturnRoutes(app: FastifyInstance, { ledger, issueOnce }: ReturnRoutesOptions): void {
  const { documents } = ledger;
  const entryOf = (request: FastifyRequest): LedgerEntry =>
    documents.get(parseOrFail(invoicePath, request.params).uuid) ?? fail('not-found');
  const returnable = (entry: LedgerEntry): Returnable => toReturnable(returnableOf(entry, documents));
  const left = (entry: LedgerEntry) => returnable(entry).left;

  app.get('/v2/invoices/:uuid/returns', { config: { scope: 'invoices.read' } }, async (request) => {
    parseOrFail(noQuery, request.query);
    return returnable(entryOf(request));
  });

  app.post(
    '/v2/invoices/:uuid/returns',
    { config: { scope: 'invoices.write' }, bodyLimit: requestBytes },
    async (request, reply) => {
      parseOrFail(noQuery, request.query);
      const keyed = keyedRequest(request);
      const entry = entryOf(request);
      const input = parseOrFail(returnRequestSchema, jsonOf(request.body));
      const { saleId, everything: _, reference, metadata, ...goods } = input;
      const callersOwn = { ...(reference !== undefined && { reference }), ...(metadata && { metadata }) };
      try {
        const issued = await issueOnce.made(keyed, {
          requested: { returnOf: entry.uuid, saleId, ...goods },
          saleId,
          make(id) {
            refuseUnknownLines(entry, goods);
            return {
              ...noteFor(
                entry,
                { ...goods, lines: goods.lines, saleId: id },
                documents,
                ledger.settings.read(cashRounding),
              ),
              ...callersOwn,
            };
          },
          isAnswer: (note) => isNoteOf(note, entry, goods, documents),
        });
        const { payable } = issued.entry;
        return { ...answerIssued(reply, ledger, issued), paidBack: paidBack(payable), left: left(entry) };
      } catch (error) {
        throw conflictOf(error, () => left(entry)) ?? error;
      }
    },
  );
}

/** Refuses lines that the invoice does not have. @throws FailureError `bad-input` `line-unknown` */
function refuseUnknownLines({ sale }: LedgerEntry, { lines = [] }: Pick<ReturnRequest, 'lines'>): void {
  const { length } = sale.lines;
  const issues = lines.flatMap(({ line }, index) => {
    if (line <= length) return [];
    const allowed = Array.from({ length: Math.min(length, shownLines) }, (_, place) => place + 1).join(', ');
    const code = 'line-unknown';
    return [{ path: ['lines', index, 'line'], code, message: code, params: { limit: length, allowed } }];
  });
  if (issues.length > 0) fail('bad-input', { issues });
}

/** Returns true when a note takes back these goods of this invoice, and pays them back in this way. */
function isNoteOf(
  note: LedgerEntry,
  entry: LedgerEntry,
  { lines, reason, ...paid }: Pick<ReturnRequest, 'lines' | 'reason' | 'payment' | 'payments'>,
  documents: NoteDocuments,
): boolean {
  const { kind, corrects, reason: statedReason, payments } = note.sale;
  if (kind !== 'creditNote' || corrects?.length !== 1 || corrects[0]?.number !== entry.number) return false;
  if (statedReason !== reason || !isPaidBy(payments, repayments(entry.sale, paid))) return false;
  const back = takenBackBy(note);
  const quantitiesBefore =
    lines === undefined ? everythingBefore(note, entry, documents) : [quantities(lines)];
  return quantitiesBefore.some((one) => isSame(one, back));
}

/** Returns true for payments by these means, with the amounts that are given. */
const isPaidBy = (payments: Sale['payments'], given: ReturnType<typeof repayments>): boolean =>
  payments.length === given.length &&
  given.every(({ means, amount }, index) => {
    const paid = payments[index];
    return paid?.means === means && (amount === undefined || paid.amount === amount);
  });

/**
 * Returns the goods that were left when a note was made, in two ways: after all earlier notes, and after those that
 * count today. An earlier note may have been rejected and made again, before or after this note.
 */
function everythingBefore(note: LedgerEntry, entry: LedgerEntry, documents: NoteDocuments): Quantities[] {
  const before = (one: LedgerEntry) => one.icv < note.icv;
  const { before: replaced, document, notes: effective } = readHistory(entry, documents);
  const all = [...replaced, document].flatMap(({ number }) => documents.correctionsOf(number));
  const left = (notes: readonly LedgerEntry[]): Quantities => {
    const sold = entry.sale.lines.map(({ quantity }, index) => ({ line: index + 1, quantity }));
    const sums = quantities(sold);
    for (const each of notes)
      for (const [line, quantity] of takenBackBy(each)) sums.set(line, (sums.get(line) ?? 0n) - quantity);
    return new Map([...sums].filter(([, quantity]) => quantity > 0n));
  };
  return [all, effective].map((notes) => left(notes.filter(before)));
}

/** Quantities in millionths, by line. */
type Quantities = Map<number, bigint>;

const takenBackBy = ({ sale }: LedgerEntry): Quantities =>
  quantities(sale.lines.map(({ correctsLine = 0, quantity }) => ({ line: correctsLine, quantity })));

const isSame = (one: Quantities, other: Quantities): boolean =>
  one.size === other.size && [...one].every(([line, quantity]) => other.get(line) === quantity);

function quantities(lines: readonly { line: number; quantity: string }[]): Quantities {
  const sums: Quantities = new Map();
  for (const { line, quantity } of lines) sums.set(line, (sums.get(line) ?? 0n) + millionths(quantity));
  return sums;
}

const refusals: readonly string[] = returnRefusals;

/** Returns the answer for goods that are no longer left to return: the request itself is not at fault. */
function conflictOf(error: unknown, left: () => unknown): RequestProblemError | undefined {
  if (!(error instanceof FailureError)) return undefined;
  const { issues = [] } = error.failure;
  const isTooMuch = issues.some(({ code }) => code === 'returned-too-much');
  if (!isTooMuch && !issues.some(({ code }) => refusals.includes(code))) return undefined;
  const code = isTooMuch ? 'returned-too-much' : 'not-returnable';
  return new RequestProblemError(code, {}, { issues, left: left() });
}
