import * as z from 'zod';
import { connectionFaults } from '../connection-fault.ts';
import { text, uuid } from '../fields.ts';
import { always, command } from './command.ts';

/*
 * Events this terminal sends to receivers of the shop (specification, Events). The manager makes the receivers, looks
 * through what was sent, and decides about what could not be delivered.
 */

const instant = z.iso.datetime();

/**
 * What can happen at a terminal. `batchFinished`: all files that lay in the drop folder have come to their end; the API
 * takes sales one by one, and has no batches. `cleared` and `rejected` have the names of the specification; the others are sent only
 * once the manager has given them a name, because the specification leaves their names open.
 */
export const occurrenceKinds = [
  'cleared',
  'rejected',
  'reported',
  'issued',
  'certificateOnboarded',
  'batchFinished',
  'deadlineAlarm',
] as const;
export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** The `type` of an event on the wire. */
export const eventNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, . _ -');

/** 32 characters or more: shorter ones could be guessed from one signed body. */
export const signingSecretSchema = z
  .string()
  .regex(/^[\x21-\x7e]{32,256}$/, '32 to 256 printable characters');

export const endpointSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(z.enum(occurrenceKinds)),
  /** Whether its name may lead to this machine or a private network. */
  allowPrivate: z.boolean(),
  enabled: z.boolean(),
  /** A second signing secret is waiting to take over. */
  rotating: z.boolean(),
  createdAt: instant,
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** waiting: will be sent (again) · delivered · dead: all attempts failed or it was refused · discarded: by a person. */
export const deliveryStates = ['waiting', 'delivered', 'dead', 'discarded'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why the last attempt did not deliver. */
export const deliveryFailures = [
  'signature-refused', // 401
  'event-refused', // 400: malformed, or its time outside the receiver's window
  'redirected', // 3xx: never followed
  'answered', // any other status
  'time-out',
  'address-refused', // a private address, and the endpoint does not allow it
  'connection-failed', // TCP or TLS, and no more is known
  ...connectionFaults,
  'secret-unavailable', // the vault could not be read
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const deliverySchema = z.object({
  /** X-Service-Delivery. */
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
  /** Why a person discarded it. */
  discardReason: z.string().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookSettingsSchema = z.strictObject({
  /** Names of the kinds that are sent. One without a name is off. */
  names: z.partialRecord(z.enum(occurrenceKinds), eventNameSchema),
  testName: eventNameSchema,
  maxAttempts: z.int().min(1).max(100),
  /**
   * What X-Service-Timestamp says. `fresh`: the event's time as long as a receiver would take it, then the attempt's;
   * `event`: always the event's; `attempt`: always the attempt's. The receiver's window is `windowSeconds`.
   */
  timestamp: z.enum(['fresh', 'event', 'attempt']),
  windowSeconds: z.int().min(10).max(86_400),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

const one = z.strictObject({ id: uuid });
/** A secret made here is told once, in this answer, because the receiver needs it; afterwards only the vault has it. */
const endpointAndSecret = z.object({ endpoint: endpointSchema, secret: z.string().optional() });

export const webhooks = {
  'webhook.endpoints': command({
    role: 'manager',
    input: z.strictObject({}),
    output: z.object({ endpoints: z.array(endpointSchema) }),
  }),
  /** With `secret`, the receiver's own; without, one is made and told once. */
  'webhook.addEndpoint': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      url: z.string().max(2000),
      kinds: z.array(z.enum(occurrenceKinds)).default(['cleared', 'rejected']),
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
  /** What still waits for it, and its dead letters, are discarded; what was sent stays in the list. */
  'webhook.removeEndpoint': command({ role: 'manager', input: one, output: z.object({}) }),
  /**
   * Makes a second secret. The old one goes on signing until `webhook.finishRotation`; where the receiver already
   * refuses it, the new one is tried at once.
   */
  'webhook.rotateSecret': command({
    role: 'manager',
    needsPin: always,
    input: one.extend({ secret: signingSecretSchema.optional() }),
    output: endpointAndSecret,
  }),
  /** The receiver knows the new secret: from now on it alone signs, and the old one is gone. */
  'webhook.finishRotation': command({
    role: 'manager',
    needsPin: always,
    input: one,
    output: endpointSchema,
  }),
  /** Sends an event that concerns no invoice, once, and answers when the receiver has. */
  'webhook.sendTest': command({ role: 'manager', input: one, output: deliverySchema }),

  /** Newest first; `before` is the `cursor` of the page before. */
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
  /** With the body as it is sent and the beginning of the receiver's last answer. */
  'webhook.delivery': command({
    role: 'manager',
    input: one,
    output: deliverySchema.extend({ body: z.string(), answer: z.string().optional() }),
  }),
  /** Sends a dead letter again now, with all of its attempts before it. */
  'webhook.resend': command({ role: 'manager', input: one, output: deliverySchema }),
  /** Every dead letter, or those of one endpoint. */
  'webhook.resendAll': command({
    role: 'manager',
    input: z.strictObject({ endpoint: uuid.optional() }),
    output: z.object({ count: z.int().nonnegative() }),
  }),
  /** Gives up a dead letter or one that waits. Goes into the audit log with its reason. */
  'webhook.discard': command({
    role: 'manager',
    input: one.extend({ reason: text(500) }),
    output: deliverySchema,
  }),

  'webhook.settings': command({
    role: 'manager',
    input: z.strictObject({}),
    output: webhookSettingsSchema,
  }),
  'webhook.changeSettings': command({
    role: 'manager',
    input: webhookSettingsSchema.partial(),
    output: webhookSettingsSchema,
  }),
};
