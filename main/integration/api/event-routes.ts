import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { parseOrFail } from '../../../shared/failure.ts';
import { own } from '../../../shared/fields.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/* The events of documents, for programs that ask now and then because nobody can call them. */

const eventTypes = ['invoice.issued', 'invoice.cleared', 'invoice.reported', 'invoice.rejected'] as const;

const eventSchema = z.object({
  type: z
    .enum(eventTypes)
    .describe('issued: sealed here; the others: what the authority decided, which is final'),
  at: z.iso.datetime().describe('When it happened'),
  invoiceUuid: z.uuid().describe('The document: GET /v2/invoices/{uuid}'),
  invoiceNumber: z.string().describe('Its number, for instance T1-000042'),
  authorityStatus: z.string().optional().describe('The authority’s own word, where it gave one'),
  saleId: z.string().optional().describe('The id of the sale it was made from'),
  reference: z.string().optional().describe('Your own, as in the sale'),
  metadata: z.record(z.string(), z.string()).optional().describe('Your own, as in the sale'),
});

export const eventPageSchema = z.object({
  events: z
    .array(eventSchema)
    .describe('In their order, each document’s from its issue on; empty when nothing is new'),
  next: z.string().describe('For `after` of the next call; keep it when `events` is empty too'),
});
type EventPage = z.infer<typeof eventPageSchema>;

/** A place in the ledger: what was issued and what was decided up to here. */
interface Place {
  readonly icv: number;
  readonly event: number;
}

const placeOf = (text: string): Place | undefined => {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, icv, event] = /^icv:(\d{1,15}),event:(\d{1,15})$/.exec(plain) ?? [];
  return icv === undefined ? undefined : { icv: Number(icv), event: Number(event) };
};
const textOf = ({ icv, event }: Place) => Buffer.from(`icv:${icv},event:${event}`).toString('base64url');

export const eventQuerySchema = z.strictObject({
  after: z
    .string()
    .refine((text) => placeOf(text) !== undefined, own('cursor', 'must be the next of an answer before'))
    .optional()
    .describe('`next` of the answer before; from the first document on if left out'),
});

/** Adds the route of events. */
export function addEventRoutes(app: FastifyInstance, { ledger }: { ledger: EventLedger }): void {
  app.get('/v2/events', { config: { scope: 'invoices.read' } }, async (request) => {
    const { after } = parseOrFail(eventQuerySchema, request.query);
    return eventsAfter((after === undefined ? undefined : placeOf(after)) ?? { icv: 0, event: 0 }, ledger);
  });
}

type EventLedger = Pick<Ledger, 'feed' | 'facts'>;

/** Reads the decisions after all issued documents, so that no caller reads of a decision before its document. */
function eventsAfter(place: Place, { feed, facts }: EventLedger): EventPage {
  const issued = feed.issuedAfter(place.icv);
  if (issued.length > 0)
    return {
      events: issued.map(({ uuid, number, at }) => eventOf('invoice.issued', { uuid, number, at }, facts)),
      next: textOf({ ...place, icv: issued.at(-1)?.icv ?? place.icv }),
    };
  const { settled, through } = feed.settledAfter(place.event);
  return {
    events: settled.map((document) => {
      const { outcome, mode } = document;
      const kind = outcome === 'rejected' ? outcome : mode === 'clearance' ? 'cleared' : 'reported';
      return eventOf(`invoice.${kind}`, document, facts);
    }),
    next: textOf({ ...place, event: through }),
  };
}

interface Happened {
  readonly uuid: string;
  readonly number: string;
  readonly at: number;
  readonly status?: string | undefined;
}

function eventOf(
  type: (typeof eventTypes)[number],
  { uuid, number, at, status }: Happened,
  facts: EventLedger['facts'],
) {
  return {
    type,
    at: new Date(at).toISOString(),
    invoiceUuid: uuid,
    invoiceNumber: number,
    ...(status !== undefined && { authorityStatus: status }),
    ...facts.callersOwn(uuid),
  };
}
