import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  type Delivery,
  deliveryFailures,
  deliveryStates,
} from '../../../../shared/contract/programs/webhooks.ts';
import { FailureError, parseOrFail } from '../../../../shared/failure.ts';
import { codedIssue, uuid } from '../../../../shared/fields.ts';
import { RequestProblemError } from '../../problem.ts';
import type { DeliveryList } from '../../webhooks/delivery-list.ts';
import type { WebhookSender } from '../../webhooks/sender.ts';
import { openList } from './value-lists.ts';

/*
 * The deliveries of webhooks, for a program that manages receivers. They belong to the terminal and not to a client, so
 * they have a scope of their own. The answers have neither the body of an event, which needs the right to read
 * invoices, nor the whole address of a receiver, which may have a password in it.
 */

export interface Redelivery extends Pick<WebhookSender, 'redeliver'> {
  readonly deliveries: Pick<DeliveryList, 'list' | 'get'>;
}

const instant = z.iso.datetime();

export const deliveryResourceSchema = z.object({
  id: z.uuid().describe('As in X-Service-Delivery; the same in each attempt'),
  eventId: z.string().describe('The id in the event’s body; the same in each attempt'),
  type: z.string().describe('The type of the event'),
  invoiceUuid: z.string().optional().describe('The document that it tells of, where it tells of one'),
  receiver: z.string().describe('The host of the receiver, with its port'),
  receiverId: z.uuid().describe('The receiver itself: two may have one host'),
  state: z
    .enum(deliveryStates)
    .describe(
      'waiting: it is sent, or sent again, by itself; delivered; dead: all attempts failed, or the receiver refused it; ' +
        'discarded: a manager gave it up, or removed the receiver',
    ),
  attempts: z
    .int()
    .nonnegative()
    .describe(
      'Attempts begun. Sending again what was delivered or dead counts from 0 again, with all attempts before it; what still waits keeps its count',
    ),
  createdAt: instant.describe('When the event happened'),
  lastAt: instant.optional().describe('When the last attempt ended'),
  nextAt: instant.optional().describe('When the next one is due'),
  httpStatus: z.int().optional().describe('What the receiver answered last'),
  failure: z.enum(deliveryFailures).optional().describe('Why the last attempt failed'),
});

export const deliveryPageSchema = z.object({
  deliveries: z.array(deliveryResourceSchema).describe('Newest first'),
  nextCursor: z.string().optional().describe('For the next page; missing on the last one'),
});

const seqOf = (cursor: string): number | undefined => {
  const [, seq] = /^delivery:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return seq === undefined ? undefined : Number(seq);
};
const cursorOf = (seq: number) => Buffer.from(`delivery:${seq}`).toString('base64url');

export const deliveryQuerySchema = z.strictObject({
  state: openList(deliveryStates).optional(),
  invoiceUuid: uuid.optional().describe('The document that they tell of'),
  limit: z
    .string()
    .meta({ type: 'integer', minimum: 1, maximum: 200 })
    .refine((text) => /^\d{1,4}$/.test(text), codedIssue('whole-number', 'must be a whole number'))
    .transform(Number)
    .pipe(z.int().min(1).max(200))
    .optional()
    .describe('1 to 200 of a page; 100 unless said otherwise'),
  cursor: z
    .string()
    .refine(
      (text) => seqOf(text) !== undefined,
      codedIssue('cursor', 'must be the nextCursor of a page before'),
    )
    .optional()
    .describe('nextCursor of the page before, with the same filters'),
});

const deliveryPath = z.strictObject({ id: uuid });
const noQuery = z.strictObject({});
const defaultLimit = 100;

export interface DeliveryRoutesOptions {
  /** Omitted if the terminal sends no webhooks. */
  readonly webhooks?: Redelivery | undefined;
}

export function addDeliveryRoutes(app: FastifyInstance, { webhooks }: DeliveryRoutesOptions): void {
  const config = { config: { scope: 'webhooks.manage' as const } };
  const deliveryOf = (params: unknown): Delivery => {
    const { id } = parseOrFail(deliveryPath, params);
    try {
      if (webhooks !== undefined) return webhooks.deliveries.get(id);
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'not-found') throw error;
    }
    throw new RequestProblemError('no-such-delivery');
  };

  app.get('/v2/webhooks/deliveries', config, async (request) => {
    const {
      state,
      invoiceUuid,
      limit = defaultLimit,
      cursor = '',
    } = parseOrFail(deliveryQuerySchema, request.query);
    const page = webhooks?.deliveries.list({ before: seqOf(cursor), limit, states: state, invoiceUuid });
    return {
      deliveries: (page?.rows ?? []).map(toResource),
      ...(page?.cursor !== undefined && { nextCursor: cursorOf(page.cursor) }),
    };
  });

  app.get('/v2/webhooks/deliveries/:id', config, async (request) => {
    parseOrFail(noQuery, request.query);
    return toResource(deliveryOf(request.params));
  });

  app.post('/v2/webhooks/deliveries/:id/redeliver', config, async (request, reply) => {
    parseOrFail(noQuery, request.query);
    const { id } = deliveryOf(request.params);
    if (webhooks?.redeliver(id) !== true) throw new RequestProblemError('not-redeliverable');
    return reply.code(202).send(toResource(deliveryOf(request.params)));
  });
}

const toResource = ({ endpoint, url, ...delivery }: Delivery) =>
  deliveryResourceSchema.parse({
    ...delivery,
    receiver: URL.canParse(url) ? new URL(url).host : '',
    receiverId: endpoint,
  });
