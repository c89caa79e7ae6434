import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { parseOrFail } from '../../../../shared/failure.ts';
import { codedIssue } from '../../../../shared/fields.ts';
import { qrPng, qrSvg } from '../../invoices/qr-picture.ts';
import { type ApiLedger, invoicePath, noQuery } from './invoice-routes.ts';

/** The largest module (the smallest square of the symbol); a receipt printer needs whole dots for each. */
const largestModule = 20;

export const qrQuerySchema = z.strictObject({
  scale: z
    .string()
    .meta({ type: 'integer', minimum: 1, maximum: largestModule, default: 6 })
    .refine((text) => /^\d{1,2}$/.test(text), codedIssue('whole-number', 'must be a whole number'))
    .transform(Number)
    .pipe(z.int().min(1).max(largestModule))
    .default(6)
    .describe('Pixels of a module, the smallest square of the symbol'),
});

export function addQrRoutes(
  app: FastifyInstance,
  { ledger }: { ledger: Pick<ApiLedger, 'documents'> },
): void {
  const read = { config: { scope: 'invoices.read' as const } };
  const textOf = (parameters: unknown): string =>
    ledger.documents.qr(parseOrFail(invoicePath, parameters).uuid);

  app.get('/v2/invoices/:uuid/qr.png', read, async ({ params, query }, reply) => {
    const { scale } = parseOrFail(qrQuerySchema, query);
    return reply.type('image/png').send(await qrPng(textOf(params), scale));
  });
  app.get('/v2/invoices/:uuid/qr.svg', read, async ({ params, query }, reply) => {
    parseOrFail(noQuery, query);
    return reply.type('image/svg+xml').send(qrSvg(textOf(params)));
  });
}
