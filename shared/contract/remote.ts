import * as z from 'zod';
import { failureSchema } from '../failure.ts';
import { always, command } from './command.ts';
import { signingSecretSchema } from './webhooks.ts';

/*
 * Invoices of another integration layer: its events come in by webhook, its list is fetched by OAuth 2.0. Both end in
 * the same rows, which are marked as foreign: this terminal neither issued nor submits them.
 */

const instant = z.iso.datetime();

/** Where events come in, at the API's addresses. */
export const receiverPath = '/webhooks/events';

export const remoteInvoiceSchema = z.object({
  uuid: z.string(),
  id: z.string().optional(),
  /** As the other system says it. */
  status: z.string().optional(),
  clearedAt: z.string().optional(),
  /** The kind of the event that said it; absent when the list did. */
  type: z.string().optional(),
  /** When that was so, by the other system's clock; as precise as it came. */
  asOf: z.string(),
  updatedAt: instant,
  /** The invoice as the other system's list has it, whatever its fields. */
  listed: z.unknown().optional(),
});
export type RemoteInvoiceView = z.infer<typeof remoteInvoiceSchema>;

const receiverStandingSchema = z.object({
  enabled: z.boolean(),
  /** How far an event's time may lie from the terminal's, either way. */
  windowSeconds: z.int(),
  hasSecret: z.boolean(),
  /** Two secrets are accepted. */
  rotating: z.boolean(),
});

/** received: not applied yet · applied · outdated: something newer was there · kept: of a kind that is not known. */
export const receivedEventStates = ['received', 'applied', 'outdated', 'kept'] as const;

const receivedEventSchema = z.object({
  id: z.string(),
  deliveryId: z.string().optional(),
  type: z.string(),
  invoiceUuid: z.string().optional(),
  receivedAt: instant,
  state: z.enum(receivedEventStates),
});

/** A JSON Pointer (RFC 6901): empty for the whole. */
const pointer = z
  .string()
  .max(500)
  .regex(/^(\/([^~/]|~[01])*)*$/, 'a JSON Pointer such as /data/items');

/** Where the other layer's list has what the terminal shows: the specification leaves the body's shape open. */
export const remoteMappingSchema = z.strictObject({
  items: pointer,
  uuid: pointer,
  id: pointer.optional(),
  status: pointer.optional(),
  clearedAt: pointer.optional(),
  /** When an item last changed, ISO 8601; without it an item is as old as the answer it came in. */
  asOf: pointer.optional(),
  /** The next page: where its cursor is, and the query parameter that takes it. A Link header (RFC 8288) needs neither. */
  next: z.strictObject({ cursor: pointer, parameter: z.string().min(1).max(100) }).optional(),
});
export type RemoteMapping = z.infer<typeof remoteMappingSchema>;

export const remoteSettingsSchema = z.strictObject({
  /** Of the other layer, https: `/oauth/token` and `/v2/invoices` follow. */
  baseUrl: z.string().max(2000),
  clientId: z.string().min(1).max(500),
  /** Space-separated; empty: whatever the client is entitled to. */
  scope: z.string().max(500).default('invoices.read'),
  /** `refreshToken`: on behalf of a person who approved, whose refresh token was handed over. */
  grant: z.enum(['clientCredentials', 'refreshToken']).default('clientCredentials'),
  /** The standard is this program's own API. */
  mapping: remoteMappingSchema.default({
    items: '/invoices',
    uuid: '/uuid',
    id: '/number',
    status: '/status',
    next: { cursor: '/nextCursor', parameter: 'cursor' },
  }),
  everyMinutes: z
    .int()
    .min(1)
    .max(24 * 60)
    .default(15),
});
export type RemoteSettings = z.infer<typeof remoteSettingsSchema>;

/** What the last synchronisation came to. */
const syncSchema = z.object({
  at: instant,
  /** Invoices in the list, and those among them that no place was found to read a UUID from. */
  invoices: z.int().nonnegative(),
  unreadable: z.int().nonnegative(),
  failure: failureSchema.optional(),
});
export type RemoteSync = z.infer<typeof syncSchema>;

const remoteStandingSchema = z.object({
  settings: remoteSettingsSchema.optional(),
  lastSync: syncSchema.optional(),
});

const nothing = z.strictObject({});

export const remote = {
  'inbound.get': command({
    role: 'manager',
    input: nothing,
    output: receiverStandingSchema.extend({ counts: z.record(z.enum(receivedEventStates), z.int()) }),
  }),
  'inbound.change': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      enabled: z.boolean().optional(),
      windowSeconds: z.int().min(10).max(86_400).optional(),
    }),
    output: receiverStandingSchema,
  }),
  /**
   * The first signing secret, or a second one beside it. One made here is told once, in this answer, because the sender
   * needs it.
   */
  'inbound.addSecret': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ secret: signingSecretSchema.optional() }),
    output: z.object({ standing: receiverStandingSchema, secret: z.string().optional() }),
  }),
  /** The sender uses the new secret: the old one is accepted no longer. */
  'inbound.finishRotation': command({
    role: 'manager',
    needsPin: always,
    input: nothing,
    output: receiverStandingSchema,
  }),
  /** Newest first; `before` is the `cursor` of the page before. */
  'inbound.events': command({
    role: 'manager',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({ rows: z.array(receivedEventSchema), cursor: z.int().optional() }),
  }),

  /** Newest rows first; `before` is the `cursor` of the page before. */
  'remoteInvoice.list': command({
    role: 'manager',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(200).default(100),
      status: z.string().max(200).optional(),
    }),
    output: z.object({
      rows: z.array(remoteInvoiceSchema),
      cursor: z.int().optional(),
      total: z.int().nonnegative(),
    }),
  }),

  'remote.get': command({ role: 'manager', input: nothing, output: remoteStandingSchema }),
  /** Sets the other layer up and fetches its list. A secret or refresh token left out stays what it was. */
  'remote.connect': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      settings: remoteSettingsSchema,
      clientSecret: z.string().min(1).max(2000).optional(),
      refreshToken: z.string().min(1).max(10_000).optional(),
    }),
    output: remoteStandingSchema,
  }),
  /** Fetches the list now. */
  'remote.sync': command({ role: 'manager', input: nothing, output: remoteStandingSchema }),
  /** Forgets the other layer and its secrets; its invoices stay. */
  'remote.disconnect': command({ role: 'manager', input: nothing, output: remoteStandingSchema }),
};
