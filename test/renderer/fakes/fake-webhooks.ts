import type { CommandName } from '../../../shared/contract/index.ts';
import { type OccurrenceKind, standardKinds } from '../../../shared/contract/programs/webhook-events.ts';
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type Endpoint,
  eventNameOf,
  removedReason,
  type WebhookSettings,
} from '../../../shared/contract/programs/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import { now } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/*
 * The receivers and deliveries of the fake terminal, which makes no calls. The address decides the result of a test:
 * one with `refuse` answers 401, one with `slow` does not answer in time, and any other accepts the event.
 */

type Command = Extract<CommandName, `webhook.${string}`>;

const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const idOf = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const secretOf = (number: number) => `whsec${'Qv7-mTz2x_'.repeat(4)}${number}`;
const refuse = (field: string, code: string) =>
  fail('bad-input', { issues: [{ path: [field], code, message: code }] });

export function createFakeWebhooks(isFull: boolean): FakeHandlers<Command> {
  let made = 100;
  let endpoints: Endpoint[] = isFull ? someEndpoints() : [];
  const deliveries: Delivery[] = isFull ? someDeliveries(endpoints) : [];
  let settings: WebhookSettings = {
    names: {},
    testName: 'webhook.test',
    maxAttempts: 14,
    timestamp: 'fresh',
    windowSeconds: 300,
  };

  const endpoint = (id: string) => endpoints.find((one) => one.id === id) ?? fail('not-found');
  const delivery = (id: string) => deliveries.find((one) => one.id === id) ?? fail('not-found');
  const checkUrl = (url: string) => {
    if (!/^https:\/\/[^/]|^http:\/\/(127\.0\.0\.1|localhost)/.test(url)) refuse('url', 'https-address');
  };
  const newSecret = (given: string | undefined) => (given === undefined ? { secret: secretOf(made) } : {});
  const attempt = ({ url }: Endpoint): Partial<Delivery> => {
    if (url.includes('refuse')) return { state: 'dead', httpStatus: 401, failure: 'signature-refused' };
    if (url.includes('slow')) return { state: 'dead', failure: 'time-out' };
    return { state: 'delivered', httpStatus: 200 };
  };

  return {
    'webhook.endpoints': () => ({ endpoints }),
    'webhook.addEndpoint': ({ url, kinds, allowPrivate, secret }) => {
      checkUrl(url);
      made += 1;
      const added = { id: idOf(made), url, kinds, allowPrivate, enabled: true, rotating: false };
      endpoints.push({ ...added, createdAt: iso(now) });
      return { endpoint: endpoint(added.id), ...newSecret(secret) };
    },
    'webhook.changeEndpoint': ({ id, ...change }) => {
      if (change.url !== undefined) checkUrl(change.url);
      return Object.assign(endpoint(id), change);
    },
    'webhook.removeEndpoint': ({ id }) => {
      endpoints = endpoints.filter((one) => one !== endpoint(id));
      return {};
    },
    'webhook.rotateSecret': ({ id, secret }) => {
      made += 1;
      return { endpoint: Object.assign(endpoint(id), { rotating: true }), ...newSecret(secret) };
    },
    'webhook.finishRotation': ({ id }) => {
      if (!endpoint(id).rotating) refuse('id', 'not-rotating');
      return Object.assign(endpoint(id), { rotating: false });
    },
    'webhook.sendTest': ({ id, kind }) => {
      made += 1;
      const { httpStatus, failure } = attempt(endpoint(id));
      const { testName } = settings;
      return {
        id: idOf(made),
        type: kind === undefined ? testName : `${testName}.${eventNameOf(kind, settings)}`,
        body: '{}',
        sentAt: iso(now),
        tookMs: httpStatus === undefined ? 10_000 : 35,
        taken: failure === undefined,
        ...(httpStatus !== undefined && {
          httpStatus,
          answer: failure ? '{"error":"signature mismatch"}' : '',
        }),
        ...(failure !== undefined && { failure }),
      };
    },

    'webhook.deliveries': ({ before = 0, limit, states, endpoint: of }) => {
      const all = deliveries.filter(
        (one) => (states?.includes(one.state) ?? true) && (of === undefined || one.endpoint === of),
      );
      const end = before + limit;
      const counts = Object.fromEntries(
        deliveryStates.map((state) => [state, deliveries.filter((one) => one.state === state).length]),
      ) as Record<DeliveryState, number>;
      return { rows: all.slice(before, end), ...(end < all.length && { cursor: end }), counts };
    },
    'webhook.delivery': ({ id }) => {
      const { invoiceUuid, type, eventId, createdAt, ...rest } = delivery(id);
      const data = invoiceUuid
        ? { invoiceId: 'T1-002996', invoiceUuid, status: 'CLEARED' }
        : { message: 'test' };
      return {
        ...rest,
        type,
        eventId,
        createdAt,
        ...(invoiceUuid && { invoiceUuid }),
        body: JSON.stringify({ id: eventId, type, createdAt, data }),
        ...(rest.httpStatus !== undefined && { answer: '{"error":"signature mismatch"}' }),
      };
    },
    'webhook.resend': ({ id }) => {
      const one = delivery(id);
      if (one.state !== 'dead') refuse('id', 'delivery-done');
      const { failure: _, ...rest } = one;
      deliveries[deliveries.indexOf(one)] = {
        ...rest,
        attempts: 1,
        lastAt: iso(now),
        ...attempt(endpoint(one.endpoint)),
      };
      return delivery(id);
    },
    'webhook.resendAll': ({ endpoint: of }) => {
      const dead = deliveries.filter(
        (one) => one.state === 'dead' && (of === undefined || one.endpoint === of),
      );
      for (const one of dead) Object.assign(one, { state: 'waiting', nextAt: iso(now), attempts: 0 });
      return { count: dead.length };
    },
    'webhook.discard': ({ id, reason }) => {
      const one = delivery(id);
      if (one.state !== 'dead' && one.state !== 'waiting') refuse('id', 'delivery-done');
      return Object.assign(one, { state: 'discarded', discardReason: reason });
    },

    'webhook.settings': () => settings,
    'webhook.changeSettings': (change) => {
      settings = { ...settings, ...(change as Partial<WebhookSettings>) };
      return settings;
    },
  };
}

function someEndpoints(): Endpoint[] {
  const createdAt = iso(now - 700 * 60 * minute);
  const kinds: OccurrenceKind[] = [...standardKinds];
  return [
    {
      id: idOf(1),
      url: 'https://books.najd-trading.example/hooks/khatm',
      kinds,
      allowPrivate: false,
      enabled: true,
      rotating: true,
      createdAt,
    },
    {
      id: idOf(2),
      url: 'https://refuse.warehouse.example/events?shop=olaya',
      kinds: ['cleared'],
      allowPrivate: true,
      enabled: true,
      rotating: false,
      createdAt,
    },
    {
      id: idOf(3),
      url: 'https://10.0.0.14:8443/khatm',
      kinds,
      allowPrivate: true,
      enabled: false,
      rotating: false,
      createdAt,
    },
  ];
}

/** Returns deliveries, newest first, with every state and some of the possible failures. */
function someDeliveries([books, warehouse]: Endpoint[]): Delivery[] {
  const ends: Partial<Delivery>[] = [
    { state: 'waiting', attempts: 3, httpStatus: 503, failure: 'answered', nextAt: iso(now + 5 * minute) },
    { state: 'delivered', attempts: 1, httpStatus: 200 },
    { state: 'dead', attempts: 1, httpStatus: 401, failure: 'signature-refused' },
    { state: 'delivered', attempts: 2, httpStatus: 204 },
    { state: 'dead', attempts: 14, failure: 'time-out' },
    { state: 'discarded', attempts: 14, failure: 'name-unknown', discardReason: 'The receiver was moved' },
    { state: 'discarded', attempts: 2, failure: 'time-out', discardReason: removedReason },
  ];
  return Array.from({ length: 130 }, (_, index) => {
    const at = now - (index + 1) * 9 * minute;
    const receiver = index % 3 === 2 ? warehouse : books;
    const end = index < ends.length ? ends[index] : ends[1];
    return {
      id: idOf(1000 - index),
      endpoint: receiver?.id ?? idOf(1),
      url: receiver?.url ?? '',
      eventId: `e${idOf(1000 - index).slice(1)}`,
      type: index % 7 === 3 ? 'invoice.rejected' : index % 2 === 0 ? 'invoice.reported' : 'invoice.cleared',
      invoiceUuid: `00000000-0000-4000-8000-${(2996 - index).toString(16).padStart(12, '0')}`,
      createdAt: iso(at),
      lastAt: iso(at + minute),
      state: 'delivered',
      attempts: 1,
      ...end,
    };
  });
}
