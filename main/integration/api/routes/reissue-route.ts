import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Actor } from '../../../../shared/actor.ts';
import { FailureError, parseOrFail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { rejectedFor, rejectionsByCause } from '../../../books/corrections/rejections.ts';
import type { Reissued } from '../../../till/issue/reissue-each.ts';
import { acceptedLanguage } from '../../accepted-language.ts';
import { checkNamed } from '../../invoices/check-named.ts';
import { reissueRequestSchema, type reissuesSchema, toReissued } from '../../invoices/reissue-resource.ts';
import { callerOf, type InvoiceRoutesOptions, jsonOf, noQuery, restOf } from './invoice-routes.ts';

export interface ReissueRouteOptions extends Pick<InvoiceRoutesOptions, 'ledger' | 'ownRound'> {
  /** Issues a rejected document again as it was. @param check refuses a sale that the program may not issue */
  readonly reissue: (by: Actor, rejected: string, check: (sale: Sale) => void) => Promise<Reissued>;
}

type Reissues = z.infer<typeof reissuesSchema>;

/** Adds the route that issues all rejected documents of one cause again, each in a commit of its own. */
export function addReissueRoute(
  app: FastifyInstance,
  { ledger, ownRound, reissue }: ReissueRouteOptions,
): void {
  app.post(
    '/v2/invoices/reissue',
    { config: { scope: 'invoices.write' } },
    async (request): Promise<Reissues> => {
      parseOrFail(noQuery, request.query);
      const { cause } = parseOrFail(reissueRequestSchema, jsonOf(request.body));
      const { name, scopes } = callerOf(request);
      const language = acceptedLanguage(request.headers['accept-language']);
      const rest = restOf(request, ownRound);
      const found = rejectionsByCause(ledger);
      const results: Reissues['results'] = [];
      for (const { uuid, number } of rejectedFor([cause].flat(), found, 'cause')) {
        await rest();
        const reissued = await reissue({ kind: 'program', name }, uuid, (sale) =>
          checkNamed(sale, scopes.includes('notes.other-systems')),
        ).catch((error: unknown) => {
          // If something prevents every document, the rest is answered with it, unless nothing was issued yet.
          if (results.length === 0 || !(error instanceof FailureError)) throw error;
          return { failure: error.failure };
        });
        results.push(toReissued({ uuid, number }, reissued, ledger, language));
      }
      return { results, more: found.more };
    },
  );
}
