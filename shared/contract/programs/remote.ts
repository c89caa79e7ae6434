import * as z from 'zod';
import { failureSchema } from '../../failure.ts';
import { instant } from '../../fields.ts';
import { always, command } from '../command.ts';
import { signingSecretSchema } from './webhooks.ts';

/*
 * Invoices of another integration layer: it sends events by webhook, and its list is fetched with OAuth 2.0. Both
 * update the same rows, which are marked as remote: this terminal neither issued nor submits them.
 */

/** The path for its events, at the API's addresses. */
export const inboundPath = '/webhooks/events';

export const remoteInvoiceSchema = z.object({
  uuid: z.string(),
  id: z.string().optional(),
  /** The status in the other system's terms. */
  status: z.string().optional(),
  clearedAt: z.string().optional(),
  /** The type of the event that set it; absent when the list did. */
  type: z.string().optional(),
  /** The time of that status by the other system's clock, as precise as received. */
  asOf: z.string(),
  updatedAt: instant,
  /** The invoice as the other system lists it, with any fields. */
  listed: z.unknown().optional(),
});
export type RemoteInvoiceView = z.infer<typeof remoteInvoiceSchema>;

const inboundStatusSchema = z.object({
  enabled: z.boolean(),
  /** The largest difference between an event's time and the terminal's, either way. */
  windowSeconds: z.int(),
  hasSecret: z.boolean(),
  /** True while two secrets are accepted. */
  rotating: z.boolean(),
});
export type InboundStatus = z.infer<typeof inboundStatusSchema>;

/** received: not applied yet · applied · outdated: a newer event came first · kept: there is nothing to apply it to. */
export const receivedEventStates = ['received', 'applied', 'outdated', 'kept'] as const;

const receivedEventSchema = z.object({
  id: z.string(),
  deliveryId: z.string().optional(),
  type: z.string(),
  invoiceUuid: z.string().optional(),
  receivedAt: instant,
  state: z.enum(receivedEventStates),
});
export type ReceivedEventView = z.infer<typeof receivedEventSchema>;

/** A JSON Pointer (RFC 6901); empty for the whole document. */
const pointer = z
  .string()
  .max(500)
  .regex(/^(\/([^~/]|~[01])*)*$/, 'a JSON Pointer such as /data/items');

/** The paths of the fields in the other layer's list, whose shape the specification leaves open. */
export const remoteMappingSchema = z.strictObject({
  items: pointer,
  uuid: pointer,
  id: pointer.optional(),
  status: pointer.optional(),
  clearedAt: pointer.optional(),
  /**
   * The time of an item's last change, ISO 8601. If it is missing, the item counts as being as old as the answer that
   * contained it.
   */
  asOf: pointer.optional(),
  /** The next page: the path of its cursor, and the query parameter for it. A Link header (RFC 8288) needs neither. */
  next: z.strictObject({ cursor: pointer, parameter: z.string().min(1).max(100) }).optional(),
});
export type RemoteMapping = z.infer<typeof remoteMappingSchema>;

export const remoteSettingsSchema = z.strictObject({
  /** The https address of the other layer, to which `/oauth/token` and `/v2/invoices` are appended. */
  baseUrl: z.string().max(2000),
  clientId: z.string().min(1).max(500),
  /** Scopes separated by spaces; empty requests everything that the client may have. */
  scope: z.string().max(500).default('invoices.read'),
  /** `refreshToken`: on behalf of a person who approved and whose refresh token was entered. */
  grant: z.enum(['clientCredentials', 'refreshToken']).default('clientCredentials'),
  /** The places of the fields in the other API's answers; by default those of this program's own API. */
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

/** The result of the last synchronisation. */
export const remoteSyncSchema = z.object({
  at: instant,
  /** The invoices in the list, and those among them without a readable UUID. */
  invoices: z.int().nonnegative(),
  unreadable: z.int().nonnegative(),
  failure: failureSchema.optional(),
});
export type RemoteSync = z.infer<typeof remoteSyncSchema>;

export const remoteStatusSchema = z.object({
  settings: remoteSettingsSchema.optional(),
  lastSync: remoteSyncSchema.optional(),
});

export const remote = {
  'inbound.get': command({
    role: 'manager',
    output: inboundStatusSchema.extend({ counts: z.record(z.enum(receivedEventStates), z.int()) }),
  }),
  'inbound.change': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      enabled: z.boolean().optional(),
      windowSeconds: z.int().min(10).max(86_400).optional(),
    }),
    output: inboundStatusSchema,
  }),
  /**
   * Adds the first signing secret, or a second one, in place of an existing second one. A generated secret is only in
   * this answer, to be copied to the sender.
   */
  'inbound.addSecret': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ secret: signingSecretSchema.optional() }),
    output: z.object({ status: inboundStatusSchema, secret: z.string().optional() }),
  }),
  /** Ends the rotation: the old secret is no longer accepted. */
  'inbound.finishRotation': command({ role: 'manager', needsPin: always, output: inboundStatusSchema }),
  /** Returns events, newest first; `before` is the `cursor` of the previous page. */
  'inbound.events': command({
    role: 'manager',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({ rows: z.array(receivedEventSchema), cursor: z.int().optional() }),
  }),

  /** Returns rows, newest first; `before` is the `cursor` of the previous page. */
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

  'remote.get': command({ role: 'manager', output: remoteStatusSchema }),
  /**
   * Saves the connection to the other layer and fetches its list. An omitted secret or refresh token stays unchanged.
   */
  'remote.connect': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      settings: remoteSettingsSchema,
      clientSecret: z.string().min(1).max(2000).optional(),
      refreshToken: z.string().min(1).max(10_000).optional(),
    }),
    output: remoteStatusSchema,
  }),
  'remote.sync': command({ role: 'manager', output: remoteStatusSchema }),
  /** Forgets the other layer and its secrets; its invoices stay. */
  'remote.disconnect': command({ role: 'manager', output: remoteStatusSchema }),
};
