import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { parseOrFail } from '../../../../shared/failure.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { accountsCsv } from '../../../till/accountant/accounts-csv.ts';
import type { OwnRound } from '../own-round.ts';
import { isPeriod, periodOrder, periodSchema } from './list-invoices.ts';

export const csvQuerySchema = z.strictObject(periodSchema).refine(isPeriod, periodOrder);

export interface CsvRoutesOptions {
  readonly ledger: Pick<Ledger, 'documents' | 'facts'>;
  readonly onError: (error: unknown) => void;
}

export function addCsvRoutes(
  app: FastifyInstance,
  { ledger, onError, ownRound }: CsvRoutesOptions & { ownRound: OwnRound },
): void {
  // HEAD is not offered, since Fastify would read the whole stream to answer it.
  const options = { config: { scope: 'invoices.read' as const }, exposeHeadRoute: false };
  app.get('/v2/invoices.csv', options, async (request, reply) => {
    const { from, to } = parseOrFail(csvQuerySchema, request.query);
    const pieces = accountsCsv(ledger, { from, to });
    const name = `invoices_${from ?? 'first'}_${to ?? 'last'}.csv`;
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(
        Readable.from(inPieces(pieces, { onError, ownRound, isOver: () => request.raw.socket.destroyed }), {
          objectMode: false,
        }),
      );
  });
}

/** Makes each piece when the reader has received the previous one; a period may span years. */
async function* inPieces(
  pieces: Iterable<string>,
  {
    onError,
    ownRound,
    isOver,
  }: Pick<CsvRoutesOptions, 'onError'> & { ownRound: OwnRound; isOver: () => boolean },
) {
  try {
    for (const piece of pieces) {
      yield piece;
      await ownRound();
      // Once all connections are closed, so are the databases.
      if (isOver()) return;
    }
  } catch (error) {
    // The answer has already begun, so it is cut off, which the reader notices.
    onError(error);
    throw error;
  }
}
