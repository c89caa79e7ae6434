import * as z from 'zod';
import {
  eventDataSchemas,
  type OccurrenceKind,
  occurrenceKinds,
  standardNames,
} from '../../../../shared/contract/programs/webhook-events.ts';
import { standardSettings } from '../../webhooks/policy.ts';
import { eventExamples } from '../../webhooks/test-event.ts';

/* The events that a terminal posts to the shop's receivers, for the API's description. */

const eventSchema = (type: z.ZodType, data: z.ZodObject) =>
  z.object({
    id: z.string().describe('The same in each attempt: drop an event whose id you have seen'),
    type: type.describe('As in X-Service-Event'),
    createdAt: z.iso.datetime().describe('When it happened; never changes'),
    data: data.describe('What happened; later versions may add fields'),
  });

const headers = [
  ['X-Service-Event', 'The type of the event'],
  ['X-Service-Delivery', 'One for each delivery, the same in each attempt'],
  ['X-Service-Timestamp', 'Unix time in seconds; refuse what is more than five minutes off'],
  [
    'X-Service-Signature',
    'sha256= and the lowercase hex of HMAC-SHA256 over the raw bytes of the body, with your signing secret. Check it ' +
      'before you parse the body, in constant time. During a rotation it is made with one of the two secrets, and with ' +
      'the other after you answered 401: accept either',
  ],
  [
    'Khatm-Signature',
    't=<Unix seconds of this attempt>,v1=<hex>, and during a rotation a second v1. Each v1 is the lowercase hex of ' +
      'HMAC-SHA256 over the digits of t, a dot and the raw bytes of the body. It signs the time too: take the event when ' +
      'one v1 is right and t is at most five minutes off, and nobody can send you an old one again. Check this header ' +
      'where you can, and X-Service-Signature where your software knows that alone; other parts of it may come, ignore them',
  ],
] as const;

/** The name of each kind's operation, the meaning of its event, and the action to take. */
const words: Record<OccurrenceKind, readonly [operationId: string, summary: string, then: string]> = {
  cleared: ['onInvoiceCleared', 'The authority cleared a tax invoice', 'It may be handed to the buyer.'],
  rejected: [
    'onInvoiceRejected',
    'The authority rejected a document',
    'This is final: `messages` say why, and a manager issues it again at the terminal.',
  ],
  reported: [
    'onInvoiceReported',
    'A document was reported to the authority',
    'Nothing is to be done; warnings are in `messages`. The receipt was valid before. Consumers’ documents are reported; a tax ' +
      'invoice is, and not cleared, while the authority has clearance turned off: `customer` tells them apart.',
  ],
  parked: [
    'onInvoiceParked',
    'A document is not sent again by itself',
    'The authority refused the request, and not the document. A manager must look at the terminal: the deadline of a ' +
      'consumer’s document runs. After it was sent again it may be parked again, as an event of its own.',
  ],
  issued: [
    'onInvoiceIssued',
    'A document was issued, by whichever way its sale came',
    'The authority’s decision comes as another event.',
  ],
  certificateOnboarded: [
    'onCertificateOnboarded',
    'The terminal has a new certificate of the authority',
    'Nothing is to be done. A receiver that was added later gets one for the certificate in use when the terminal starts.',
  ],
  batchFinished: [
    'onBatchFinished',
    'No file is left in the drop folder',
    'Look into refused/ when `refused` is not 0.',
  ],
  deadlineAlarm: [
    'onDeadlineAlarm',
    'Documents near the end of their time to be reported, or past it',
    'A manager must see why the terminal does not reach the authority.',
  ],
};

const delivery =
  'Answer 2xx within ten seconds, and work afterwards. Anything else is tried again, after 5 seconds at first and ' +
  'then for days; 400 and 401 are final. Events come at least once, and not always in order. A manager may give this ' +
  'event another name.';

function hook(operationId: string, summary: string, description: string, event: object): object {
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary,
      description,
      security: [],
      parameters: headers.map(([name, text]) => ({
        in: 'header',
        name,
        required: true,
        description: text,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': event } },
      responses: {
        200: { description: 'Taken; any 2xx counts' },
        400: { description: 'Malformed, or too old: it is not tried again' },
        401: { description: 'The signature is wrong: it is not tried again' },
      },
    },
  };
}

function bodyOf(schema: z.ZodType): object {
  // The schema for input is used, since it is open: a receiver must accept the fields of later versions.
  const { $schema, ...body } = z.toJSONSchema(schema, { io: 'input' });
  return body;
}

const exampleOf = (type: string) => ({
  id: '0d4f2c1e-7a8b-4c9d-8e0f-1a2b3c4d5e6f',
  type,
  createdAt: '2026-11-20T10:00:02.000Z',
});

function hookOf(kind: OccurrenceKind): object {
  const type = standardNames[kind];
  const [operationId, summary, then] = words[kind];
  const example = { ...exampleOf(type), data: eventExamples[kind] };
  const schema = bodyOf(eventSchema(z.literal(type), eventDataSchemas[kind]));
  return hook(operationId, summary, `${then} ${delivery}`, { schema, example });
}

const testSchema = eventSchema(
  z.string().regex(/^webhook\.test(\..+)?$/),
  z.looseObject({ test: z.literal(true).describe('So that nobody takes it for an event') }),
);

export const webhooks: Record<string, object> = {
  ...Object.fromEntries(occurrenceKinds.map((kind) => [standardNames[kind], hookOf(kind)])),
  [standardSettings.testName]: hook(
    'onWebhookTest',
    'A manager tests the receiver',
    'Answer as you would answer an event, and do nothing. The type is webhook.test, or that with a dot and the type of ' +
      'the event that it rehearses, for instance webhook.test.invoice.cleared: then `data` has the fields of that event ' +
      'with `test`, and ids of no document. It is sent once.',
    {
      schema: bodyOf(testSchema),
      example: {
        ...exampleOf('webhook.test'),
        data: { test: true, message: 'This is a test.' },
      },
    },
  ),
};
