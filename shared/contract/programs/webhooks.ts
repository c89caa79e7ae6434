import * as z from 'zod';
import { connectionFaults } from '../../connection-fault.ts';
import { codedIssue, instant, text, uuid } from '../../fields.ts';
import { always, command } from '../command.ts';
import { type OccurrenceKind, occurrenceKinds, standardKinds, standardNames } from './webhook-events.ts';

/*
 * Events that this terminal sends to the shop's receivers (specification, Events). A manager sets up receivers, reviews
 * deliveries, and decides about failed ones.
 */

/** The `type` of an event as it is sent. */
export const eventNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, . _ -');

/** At least 32 characters: shorter ones could be guessed from a signed body. */
export const signingSecretSchema = z
  .string()
  .refine(
    (text) => /^[\x21-\x7e]{32,256}$/.test(text),
    codedIssue('signing-secret', 'must have 32 to 256 printable characters'),
  );

export const endpointSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(z.enum(occurrenceKinds)),
  /** True when its name may lead to this machine or a private network. */
  allowPrivate: z.boolean(),
  enabled: z.boolean(),
  /** True while a second signing secret waits to replace the first. */
  rotating: z.boolean(),
  createdAt: instant,
  /** The time from which every call to it failed; absent while it accepts what it gets. */
  failingSince: instant.optional(),
  /** Nothing is sent to it before this time, because its last calls failed. */
  pausedUntil: instant.optional(),
  /** The time at which it answered 410 and was turned off; absent once it is on again. */
  goneAt: instant.optional(),
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** waiting: will be sent (again) · delivered · dead: all attempts failed, or it was refused · discarded by a person. */
export const deliveryStates = ['waiting', 'delivered', 'dead', 'discarded'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The reason for discarding the deliveries to a removed receiver. */
export const removedReason = 'endpoint removed';

/** The reasons for a failed attempt. */
export const deliveryFailures = [
  'signature-refused', // status 401: the receiver rejects the signature
  'event-refused', // status 400: the event is malformed, or its time is outside the receiver's window
  'gone', // status 410: the receiver is no longer there
  'redirected', // status 3xx, which is never followed
  'answered', // any other status
  'time-out',
  'address-refused', // a private address, and the endpoint does not allow it
  'connection-failed', // TCP or TLS, with no further detail
  ...connectionFaults,
  'secret-unavailable', // the vault could not be read
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const deliverySchema = z.object({
  /** The id of the delivery, as in the header X-Service-Delivery. */
  id: z.uuid(),
  endpoint: z.uuid(),
  url: z.string(),
  /** The id in the event's body. */
  eventId: z.string(),
  type: z.string(),
  invoiceUuid: z.string().optional(),
  createdAt: instant,
  state: z.enum(deliveryStates),
  attempts: z.int().nonnegative(),
  lastAt: instant.optional(),
  nextAt: instant.optional(),
  httpStatus: z.int().optional(),
  failure: z.enum(deliveryFailures).optional(),
  discardReason: z.string().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookSettingsSchema = z.strictObject({
  /** The names that receivers expect instead of the standard ones. */
  names: z.partialRecord(z.enum(occurrenceKinds), eventNameSchema),
  /** The name of a test; for a test of a kind, a dot and the name of the kind follow. */
  testName: eventNameSchema,
  maxAttempts: z.int().min(1).max(100),
  /**
   * The choice of the value of X-Service-Timestamp. `fresh`: the event's time while a receiver would accept it, then
   * the attempt's; `event`: always the event's; `attempt`: always the attempt's. The receiver's window is
   * `windowSeconds`.
   */
  timestamp: z.enum(['fresh', 'event', 'attempt']),
  windowSeconds: z.int().min(10).max(86_400),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

/** Returns the `type` of this kind as it is sent. */
export const eventNameOf = (kind: OccurrenceKind, { names }: Pick<WebhookSettings, 'names'>): string =>
  names[kind] ?? standardNames[kind];

/** The result of a test, which is not a delivery: it is sent once, and it is in no list or count. */
export const webhookTestSchema = z.object({
  /** The id of the test, as in the header X-Service-Delivery. */
  id: z.uuid(),
  type: z.string(),
  body: z.string(),
  sentAt: instant,
  /** The number of milliseconds to the answer, or to the end of waiting for it. */
  tookMs: z.int().nonnegative(),
  /** True when the receiver accepted the test as it must accept an event. */
  taken: z.boolean(),
  httpStatus: z.int().optional(),
  failure: z.enum(deliveryFailures).optional(),
  /** The start of the receiver's answer. */
  answer: z.string().optional(),
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;

const one = z.strictObject({ id: uuid });
/** A generated secret is only in this answer, to be copied to the receiver; afterwards only the vault has it. */
const endpointAndSecret = z.object({ endpoint: endpointSchema, secret: z.string().optional() });

export const webhooks = {
  'webhook.endpoints': command({ role: 'manager', output: z.object({ endpoints: z.array(endpointSchema) }) }),
  /** Adds a receiver. If `secret` is given, it is used; otherwise a secret is generated and returned only once. */
  'webhook.addEndpoint': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      url: z.string().max(2000),
      kinds: z.array(z.enum(occurrenceKinds)).default([...standardKinds]),
      allowPrivate: z.boolean().default(false),
      secret: signingSecretSchema.optional(),
    }),
    output: endpointAndSecret,
  }),
  'webhook.changeEndpoint': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      id: uuid,
      url: z.string().max(2000).optional(),
      kinds: z.array(z.enum(occurrenceKinds)).optional(),
      allowPrivate: z.boolean().optional(),
      enabled: z.boolean().optional(),
    }),
    output: endpointSchema,
  }),
  /** Removes a receiver. Waiting and dead deliveries to it are discarded; sent ones stay in the list. */
  'webhook.removeEndpoint': command({ role: 'manager', input: one }),
  /**
   * Makes a second secret, in place of a lost one. The old one keeps signing until `webhook.finishRotation`; when the
   * receiver already refuses it, the new one is tried at once.
   */
  'webhook.rotateSecret': command({
    role: 'manager',
    needsPin: always,
    input: one.extend({ secret: signingSecretSchema.optional() }),
    output: endpointAndSecret,
  }),
  /** Ends the rotation: from now on only the new secret signs, and the old one is deleted. */
  'webhook.finishRotation': command({
    role: 'manager',
    needsPin: always,
    input: one,
    output: endpointSchema,
  }),
  /**
   * Sends a test once, even to a receiver that is off, and returns when the receiver has answered. The test is an event
   * of this kind with invented data and a special name, or one without a kind if none is given.
   */
  'webhook.sendTest': command({
    role: 'manager',
    input: one.extend({ kind: z.enum(occurrenceKinds).optional() }),
    output: webhookTestSchema,
  }),

  /** Returns deliveries, newest first; `before` is the `cursor` of the previous page. */
  'webhook.deliveries': command({
    role: 'manager',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(200).default(100),
      states: z.array(z.enum(deliveryStates)).optional(),
      endpoint: uuid.optional(),
    }),
    output: z.object({
      rows: z.array(deliverySchema),
      cursor: z.int().optional(),
      counts: z.record(z.enum(deliveryStates), z.int().nonnegative()),
    }),
  }),
  /** Returns one delivery, with its body and the start of the receiver's last answer. */
  'webhook.delivery': command({
    role: 'manager',
    input: one,
    output: deliverySchema.extend({ body: z.string(), answer: z.string().optional() }),
  }),
  /**
   * Sends a dead delivery again now, with a full set of attempts. If the receiver is off, it is sent once that is on.
   */
  'webhook.resend': command({ role: 'manager', input: one, output: deliverySchema }),
  /** Sends all dead deliveries again, or those of one endpoint. */
  'webhook.resendAll': command({
    role: 'manager',
    input: z.strictObject({ endpoint: uuid.optional() }),
    output: z.object({ count: z.int().nonnegative() }),
  }),
  /** Discards a dead or waiting delivery. The audit log records the reason. */
  'webhook.discard': command({
    role: 'manager',
    input: one.extend({ reason: text(500) }),
    output: deliverySchema,
  }),

  'webhook.settings': command({ role: 'manager', output: webhookSettingsSchema }),
  'webhook.changeSettings': command({
    role: 'manager',
    input: webhookSettingsSchema.partial(),
    output: webhookSettingsSchema,
  }),
};
