import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  type DocumentKind,
  documentKinds,
  standardNames,
} from '../../../../shared/contract/programs/webhook-events.ts';
import { fail, parseOrFail } from '../../../../shared/failure.ts';
import { codedIssue } from '../../../../shared/fields.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { outcomeKind } from '../../webhooks/ledger-sources.ts';
import { aheadOfLedger } from './list-invoices.ts';

/* The events of documents, for programs that poll because webhooks cannot reach them. */

/** The standard event names, as receivers of webhooks know them; names that a manager chose do not apply here. */
const eventTypes = documentKinds.map((kind) => standardNames[kind]);

const eventSchema = z.object({
  type: z
    .enum(eventTypes)
    .describe(
      'As of webhooks. issued: made here; cleared, reported, rejected: what the authority decided, which is final; parked: it is not sent again by itself, and a manager must look at the terminal. It may be parked again, as an event of its own',
    ),
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
    .describe(
      'What was issued first, then what was decided, each in its order; `at` says when. Empty when nothing is new',
    ),
  next: z.string().describe('For `after` of the next call; keep it when `events` is empty too'),
});
type EventPage = z.infer<typeof eventPageSchema>;

/** A place in the ledger: the documents and events up to here. */
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
    .refine(
      (text) => placeOf(text) !== undefined,
      codedIssue('cursor', 'must be the next of an answer before'),
    )
    .optional()
    .describe('`next` of the answer before; from the first document on if left out'),
});

export function addEventRoutes(app: FastifyInstance, { ledger }: { ledger: EventLedger }): void {
  app.get('/v2/events', { config: { scope: 'invoices.read' } }, async (request) => {
    const { after } = parseOrFail(eventQuerySchema, request.query);
    const place = (after === undefined ? undefined : placeOf(after)) ?? { icv: 0, event: 0 };
    if (place.icv > (ledger.chain.head()?.icv ?? 0) || place.event > ledger.feed.lastEventId())
      fail('bad-input', { issues: [aheadOfLedger('after')] });
    return eventsAfter(place, ledger);
  });
}

type EventLedger = Pick<Ledger, 'feed' | 'facts'> & { readonly chain: Pick<Ledger['chain'], 'head'> };

/** The events are read after the documents, so that no caller gets an event before its document. */
function eventsAfter(place: Place, { feed, facts }: Pick<EventLedger, 'feed' | 'facts'>): EventPage {
  const issued = feed.issuedAfter(place.icv);
  if (issued.length > 0)
    return {
      events: issued.map(({ uuid, number, at }) => eventOf('issued', { uuid, number, at }, facts)),
      next: textOf({ ...place, icv: issued.at(-1)?.icv ?? place.icv }),
    };
  const { settled, through } = feed.settledAfter(place.event);
  // Another process may have parked a document meanwhile.
  const parked = feed.parkedAfter(place.event).filter(({ eventId }) => eventId <= through);
  const happened = [
    ...settled.map((document) => ({ kind: outcomeKind(document), document })),
    ...parked.map((document) => ({ kind: 'parked' as const, document })),
  ];
  return {
    events: happened
      .toSorted((a, b) => a.document.eventId - b.document.eventId)
      .map(({ kind, document }) => eventOf(kind, document, facts)),
    next: textOf({ ...place, event: through }),
  };
}

interface FeedDocument {
  readonly uuid: string;
  readonly number: string;
  readonly at: number;
  readonly status?: string | undefined;
}

function eventOf(
  kind: DocumentKind,
  { uuid, number, at, status }: FeedDocument,
  facts: EventLedger['facts'],
) {
  return {
    type: standardNames[kind],
    at: new Date(at).toISOString(),
    invoiceUuid: uuid,
    invoiceNumber: number,
    ...(status !== undefined && { authorityStatus: status }),
    ...facts.callersOwn(uuid),
  };
}
