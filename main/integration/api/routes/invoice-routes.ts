import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { FailureError, fail, type Issue, parseOrFail } from '../../../../shared/failure.ts';
import { uuid } from '../../../../shared/fields.ts';
import type { LedgerEntry } from '../../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { readJson } from '../../../till/issue/read-json.ts';
import type { SaleIntake } from '../../../till/issue/sale-intake.ts';
import { acceptedLanguage } from '../../accepted-language.ts';
import { type issuedInvoiceSchema, toDocument, toInvoice } from '../../invoices/invoice-resource.ts';
import type { Issued, IssueOnce, KeyedRequest } from '../../invoices/issue-once.ts';
import { toLines } from '../../invoices/lines-resource.ts';
import type { Caller } from '../../oauth/bearer.ts';
import { RequestProblemError } from '../../problem.ts';
import type { OwnRound } from '../own-round.ts';
import { listInvoices, listQuerySchema } from './list-invoices.ts';

export type ApiLedger = Pick<Ledger, 'search' | 'documents' | 'facts' | 'feed'> & {
  readonly settings: Pick<Ledger['settings'], 'read'>;
  readonly chain: Pick<Ledger['chain'], 'issuedBefore' | 'head'>;
};

export interface InvoiceRoutesOptions {
  readonly ledger: ApiLedger;
  readonly issueOnce: IssueOnce;
  readonly intake: Pick<SaleIntake, 'read'>;
  readonly ownRound: OwnRound;
  readonly fileName: (entry: LedgerEntry) => string;
  /** Returns the printable document; undefined for an unknown invoice. Omitted if the terminal cannot make any. */
  readonly pdf?: ((uuid: string) => Promise<Uint8Array | undefined>) | undefined;
}

/** The size in bytes of a sale of 5,000 lines with long names. */
export const saleBytes = 4 * 1024 * 1024;

export const invoicePath = z.strictObject({ uuid });
export const xmlQuery = z.strictObject({
  which: z
    .enum(['issued', 'cleared'])
    .default('issued')
    .describe('As issued here, or the authority’s own copy (404 while there is none)'),
});
export const noQuery = z.strictObject({});
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** The caller; set by the hook that admitted the call. */
declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** The resources under /v2; each caller was already checked for the scope of the route. */
export function addInvoiceRoutes(app: FastifyInstance, options: InvoiceRoutesOptions): void {
  const { ledger, issueOnce, intake, fileName, pdf, ownRound } = options;
  const read = { config: { scope: 'invoices.read' as const } };
  const write = { config: { scope: 'invoices.write' as const }, bodyLimit: saleBytes };
  const entryOf = (request: FastifyRequest): LedgerEntry =>
    ledger.documents.get(parseOrFail(invoicePath, request.params).uuid) ?? fail('not-found');

  app.get('/v2/invoices', read, async (request) =>
    listInvoices(ledger, parseOrFail(listQuerySchema, request.query), restOf(request, ownRound)),
  );

  app.get('/v2/invoices/:uuid', read, async (request) => {
    parseOrFail(noQuery, request.query);
    const entry = entryOf(request);
    return toInvoice(entry, ledger, acceptedLanguage(request.headers['accept-language']));
  });

  app.get('/v2/invoices/:uuid/lines', read, async (request) => {
    parseOrFail(noQuery, request.query);
    return toLines(entryOf(request), ledger, restOf(request, ownRound));
  });

  app.get('/v2/invoices/:uuid/xml', read, async (request, reply) => {
    const { which } = parseOrFail(xmlQuery, request.query);
    const entry = entryOf(request);
    const xml =
      which === 'cleared' ? ledger.documents.clearedXml(entry.uuid) : ledger.documents.issuedXml(entry.uuid);
    if (xml === undefined)
      return fail('not-found', { issues: which === 'cleared' ? [notClearedIssue(entry)] : [] });
    return attach(reply, 'application/xml', fileName(entry), xml);
  });

  app.get('/v2/invoices/:uuid/pdf', read, async (request, reply) => {
    parseOrFail(noQuery, request.query);
    const entry = entryOf(request);
    if (pdf === undefined) throw new RequestProblemError('no-pdf');
    const bytes = (await pdf(entry.uuid)) ?? fail('not-found');
    return attach(reply, 'application/pdf', fileName(entry).replace(/\.xml$/, '.pdf'), Buffer.from(bytes));
  });

  app.post('/v2/invoices', write, async (request, reply) => {
    parseOrFail(noQuery, request.query);
    const keyed = keyedRequest(request);
    const { sale, prepared } = await readSaleOf(request, intake);
    return answerIssued(reply, ledger, await issueOnce(keyed, sale, prepared));
  });
}

/** Reads the sale of a request. @throws RequestProblemError `bad-request`, FailureError `bad-input` */
export async function readSaleOf({ body }: FastifyRequest, intake: InvoiceRoutesOptions['intake']) {
  const { read, prepared } = await intake.read(bytesOf(body));
  if (read.kind === 'malformed') throw new RequestProblemError('bad-request', {}, { issues: [read.fault] });
  if (read.kind === 'refused') throw new FailureError(read.failure);
  return { sale: read.sale, prepared };
}

/** Returns a pause between parts of a long call. @throws RequestProblemError `bad-request` when nobody waits any more */
export const restOf = (request: FastifyRequest, ownRound: OwnRound) => async (): Promise<void> => {
  await ownRound();
  // The databases may be closed.
  if (request.raw.socket.destroyed) throw new RequestProblemError('bad-request');
};

/** Reads a JSON body. @throws RequestProblemError `bad-request` */
export function jsonOf(body: unknown): unknown {
  const json = readJson(bytesOf(body));
  if ('fault' in json) throw new RequestProblemError('bad-request', {}, { issues: [json.fault] });
  return json.value;
}

/** Returns the bytes of a JSON body; empty when there is no body. */
const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Returns the caller with its Idempotency-Key. @throws RequestProblemError `key-missing` */
export function keyedRequest(request: FastifyRequest): KeyedRequest {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new RequestProblemError('key-missing');
  return { ...callerOf(request), key };
}

export function callerOf({ caller }: FastifyRequest): Caller {
  const { clientId = '', name = clientId, scopes = [] } = caller ?? {};
  return { clientId, name, scopes };
}

function notClearedIssue({ customer }: LedgerEntry): Issue {
  const path = ['which'];
  return customer === 'consumer'
    ? {
        path,
        code: 'reported-only',
        message: 'is for tax invoices: those of consumers are reported, not cleared',
      }
    : { path, code: 'not-cleared', message: 'is not there: the authority has not cleared this document' };
}

/** Answers with a document that was issued now or earlier. */
export function answerIssued(
  reply: FastifyReply,
  ledger: ApiLedger,
  { entry, existed }: Issued,
): z.infer<typeof issuedInvoiceSchema> {
  reply.code(existed ? 200 : 201).headers({
    location: `/v2/invoices/${entry.uuid}`,
    vary: 'Prefer',
  });
  const document = toDocument(entry, ledger, acceptedLanguage(reply.request.headers['accept-language']));
  const preference = returnPreference(reply.request.headers.prefer);
  if (preference !== undefined) reply.header('preference-applied', `return=${preference}`);
  if (preference !== 'representation') return document;
  const xml = ledger.documents.issuedXml(entry.uuid) ?? fail('not-found');
  return { ...document, xml: xml.toString('utf8') };
}

/** Returns the amount of detail that the caller prefers (RFC 7240 §4.2); the first preference counts. */
function returnPreference(prefer: string | string[] | undefined): 'minimal' | 'representation' | undefined {
  const [, preference] =
    /(?:^|,)\s*return\s*=\s*"?(minimal|representation)"?\s*(?=[;,]|$)/i.exec(String(prefer ?? '')) ?? [];
  return preference?.toLowerCase() as 'minimal' | 'representation' | undefined;
}

function attach(reply: FastifyReply, type: string, fileName: string, bytes: Buffer): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes);
}
