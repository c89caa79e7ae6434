import { randomUUID } from 'node:crypto';
import {
  type EventData,
  eventDataSchemas,
  type OccurrenceKind,
} from '../../../shared/contract/programs/webhook-events.ts';
import {
  eventNameOf,
  type WebhookSettings,
  type WebhookTest,
} from '../../../shared/contract/programs/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import { failureOf } from '../../base/network/classify-answer.ts';
import type { PostAnswer } from '../../base/network/http-post.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { DeliveryRequest } from './delivery-request.ts';
import type { Endpoints } from './endpoints.ts';
import { eventBody } from './occurrence.ts';

/*
 * Makes tests of a receiver. A test has the form of an event and a name that no event has, so that a receiver which
 * acts only on known names ignores it. It is sent once and stored nowhere: it is in no queue, list or count.
 */

type Examples = { readonly [Kind in OccurrenceKind]: EventData<Kind> };

const invoice = {
  invoiceId: 'T1-000042',
  invoiceUuid: '3f2a8c51-9d0e-4b7a-8c13-5e6f7a8b9c0d',
  number: 'T1-000042',
  kind: 'invoice',
  customer: 'consumer',
  issuedAt: '2026-11-20T10:00:00.000Z',
  currency: 'SAR',
  payable: '28.00',
  vat: '3.65',
  saleId: '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11',
  reference: 'ORDER-4711',
  metadata: { table: '12' },
  environment: 'production',
} as const;

export const eventExamples: Examples = {
  cleared: {
    ...invoice,
    customer: 'business',
    status: 'CLEARED',
    clearedAt: '2026-11-20T10:00:02.000Z',
    messages: [],
  },
  rejected: {
    ...invoice,
    status: 'NOT_REPORTED',
    messages: [
      { type: 'ERROR', code: 'invalid-invoice-hash', category: 'INVOICE_HASHING_ERRORS', status: 'ERROR' },
    ],
  },
  reported: { ...invoice, status: 'REPORTED', messages: [] },
  parked: { ...invoice, messages: [], httpStatus: 413 },
  issued: invoice,
  certificateOnboarded: { environment: 'production', serial: '1700000000001' },
  batchFinished: { environment: 'production', from: 'drop-folder', issued: 41, refused: 1 },
  deadlineAlarm: {
    ...{ environment: 'production', kind: 'deadline', level: 'amber', count: 3, hoursLeft: 4 },
    nearestDeadline: '2026-11-21T10:00:00.000Z',
    invoiceId: invoice.invoiceId,
    invoiceUuid: invoice.invoiceUuid,
  },
};

/** An id that no document and no sale has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Sets every field by which a receiver could find a document to a value that no document has. */
const unreal = {
  invoiceId: 'TEST',
  invoiceUuid: nobody,
  number: 'TEST',
  saleId: nobody,
  reference: 'TEST',
  metadata: { test: 'true' },
  environment: 'training',
};

function testData(kind: OccurrenceKind | undefined): object {
  if (kind === undefined) return { test: true, message: 'This is a test.' };
  const { shape } = eventDataSchemas[kind];
  const fields = Object.entries(unreal).filter(([field]) => field in shape);
  return { test: true, ...eventExamples[kind], ...Object.fromEntries(fields) };
}

/** Returns the `type` of a test; by default one that belongs to no kind of event. */
export function testNameOf(kind: OccurrenceKind | undefined, settings: WebhookSettings): string {
  return kind === undefined ? settings.testName : `${settings.testName}.${eventNameOf(kind, settings)}`;
}

export interface TestOptions {
  readonly request: DeliveryRequest;
  readonly settings: () => WebhookSettings;
  readonly clock: Pick<Clock, 'now'>;
}

/** The number of characters of the receiver's answer that are shown. */
const shownAnswerLength = 1_000;

/** Returns a function that sends a test event. If the receiver accepts it, its pause ends. */
export function createSendTest(
  options: TestOptions & { readonly endpoints: Pick<Endpoints, 'get' | 'health'>; readonly wake: () => void },
) {
  const { endpoints, wake } = options;
  return async (endpoint: string, kind?: OccurrenceKind): Promise<WebhookTest> => {
    const test = (await sendTest(endpoint, kind, options)) ?? fail('not-found');
    if (test.taken && endpoints.get(endpoint).enabled) endpoints.health.recover(endpoint);
    wake();
    return test;
  };
}

/** Sends a test; undefined when the endpoint was removed meanwhile. */
async function sendTest(
  endpoint: string,
  kind: OccurrenceKind | undefined,
  { request, settings, clock }: TestOptions,
): Promise<WebhookTest | undefined> {
  const id = randomUUID();
  const type = testNameOf(kind, settings());
  const at = clock.now();
  const body = eventBody(randomUUID(), type, { at, data: testData(kind) });
  const answer = await request({ id, endpoint, type, body, occurredAt: at });
  if (answer === undefined) return undefined;
  const tookMs = Math.max(0, clock.now() - at);
  return { id, type, body, sentAt: new Date(at).toISOString(), tookMs, ...resultOf(answer) };
}

function resultOf(answer: PostAnswer): Pick<WebhookTest, 'taken' | 'httpStatus' | 'failure' | 'answer'> {
  const failure = failureOf(answer);
  return {
    taken: failure === undefined,
    ...(failure !== undefined && { failure }),
    ...(answer.kind === 'answer' && {
      httpStatus: answer.status,
      answer: answer.text.slice(0, shownAnswerLength),
    }),
  };
}
