import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { returnRefusals } from '../../../shared/contract/returns.ts';
import { FailureError, fail, parseOrFail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { noteFor, returnableOf } from '../../references/returns/returns.ts';
import { millionths } from '../../references/returns/stock.ts';
import { paidBack, returnRequestSchema, toReturnable } from '../invoices/return-resource.ts';
import { RequestProblemError } from '../problem.ts';
import { answerIssued, type InvoiceRoutesOptions, invoicePath, keyedRequest } from './invoice-routes.ts';

type ReturnRoutesOptions = Pick<InvoiceRoutesOptions, 'ledger' | 'issueOnce'>;
type ReturnRequest = z.infer<typeof returnRequestSchema>;

/** Bytes. The quantities of 5,000 lines. */
const requestBytes = 512 * 1024;
const noQuery = z.strictObject({});

/** Adds the routes of returns: lines with quantities make the credit note, with their share of every discount. */
export function addReturnRoutes(app: FastifyInstance, { ledger, issueOnce }: ReturnRoutesOptions): void {
  const { documents } = ledger;
  const entryOf = (request: FastifyRequest): LedgerEntry =>
    documents.get(parseOrFail(invoicePath, request.params).uuid) ?? fail('not-found');
  const left = (entry: LedgerEntry) => toReturnable(returnableOf(entry, documents)).left;

  app.get('/v2/invoices/:uuid/returns', { config: { scope: 'invoices.read' } }, async (request) => {
    parseOrFail(noQuery, request.query);
    return toReturnable(returnableOf(entryOf(request), documents));
  });

  app.post(
    '/v2/invoices/:uuid/returns',
    { config: { scope: 'invoices.write' }, bodyLimit: requestBytes },
    async (request, reply) => {
      parseOrFail(noQuery, request.query);
      const keyed = keyedRequest(request);
      const entry = entryOf(request);
      const { saleId, everything: _, ...goods } = parseOrFail(returnRequestSchema, jsonOf(request.body));
      try {
        const issued = await issueOnce.made(keyed, {
          asked: { returnOf: entry.uuid, saleId, ...goods },
          saleId,
          make: (id) => noteFor(entry, { ...goods, lines: goods.lines, saleId: id }, documents),
          isAnswer: (note) => isNoteOf(note, entry, goods),
        });
        const { payable } = issued.entry;
        return { ...answerIssued(reply, ledger, issued), paidBack: paidBack(payable), left: left(entry) };
      } catch (error) {
        throw conflictOf(error, () => left(entry)) ?? error;
      }
    },
  );
}

function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) throw new RequestProblemError('bad-request');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RequestProblemError('bad-request');
  }
}

/** True when a note takes back these goods of this invoice; how much "everything" was then is not known any more. */
function isNoteOf(note: LedgerEntry, { number }: LedgerEntry, { lines, reason }: Partial<ReturnRequest>) {
  const { kind, corrects, lines: noted, reason: said } = note.sale as Sale;
  if (kind !== 'creditNote' || corrects?.length !== 1 || corrects[0]?.number !== number) return false;
  if (said !== reason) return false;
  if (lines === undefined) return true;
  const [asked, back] = [
    quantities(lines),
    quantities(noted.map(({ correctsLine = 0, quantity }) => ({ line: correctsLine, quantity }))),
  ];
  return asked.size === back.size && [...asked].every(([line, quantity]) => back.get(line) === quantity);
}

function quantities(lines: readonly { line: number; quantity: string }[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { line, quantity } of lines) sums.set(line, (sums.get(line) ?? 0n) + millionths(quantity));
  return sums;
}

const refusals: readonly string[] = returnRefusals;

/** Returns the answer for goods that are not there to be returned: nothing is wrong with the request itself. */
function conflictOf(error: unknown, left: () => unknown): RequestProblemError | undefined {
  if (!(error instanceof FailureError)) return undefined;
  const { issues = [] } = error.failure;
  const isTooMuch = issues.some(({ code }) => code === 'returned-too-much');
  if (!isTooMuch && !issues.some(({ code }) => refusals.includes(code))) return undefined;
  const code = isTooMuch ? 'returned-too-much' : 'not-returnable';
  return new RequestProblemError(code, {}, { issues, left: left() });
}
