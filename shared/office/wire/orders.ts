import * as z from 'zod';
import { text } from '../../fields.ts';
import { articleFormSchema, groupFormSchema } from '../../sale/article.ts';
import { shopLinesSchema } from '../../shop-lines.ts';
import { limitsSchema } from '../../values/limits.ts';

/*
 * The orders of the head office to a till. This union contains everything that a head office can order: nothing here
 * issues, deletes or renumbers a document, sets a clock, exports a key or reads a vault.
 */

/** Encrypted to the till's own key: a compact JWE, which nobody else can read. */
const encrypted = z
  .string()
  .max(4000)
  .regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/);

/** A folder on the till's own disks: a network share would receive the till's credentials. */
const localFolder = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(\/(?!\/)|[A-Za-z]:[\\/](?![\\/]))/);

const otp = z.strictObject({
  kind: z.literal('otp'),
  flow: z.enum(['onboarding', 'renewal']),
  encrypted,
});

/** The settings to change; omitted ones stay unchanged. */
const settings = z.strictObject({
  kind: z.literal('settings'),
  shop: shopLinesSchema.optional(),
  backupFolder: localFolder.optional(),
  /** The number of seconds between two posts of a till that has nothing new. */
  rhythm: z.int().min(10).max(600).optional(),
});

const articles = z.strictObject({
  kind: z.literal('articles'),
  groups: z
    .array(z.strictObject({ id: z.uuid(), group: groupFormSchema }))
    .max(100)
    .default([]),
  articles: z
    .array(
      z.strictObject({
        id: z.uuid(),
        article: articleFormSchema,
        active: z.boolean().default(true),
        /** The day of the price, in Riyadh; if omitted, or past on arrival, the price is in force at once. */
        priceFrom: z.iso.date().optional(),
      }),
    )
    .max(200)
    .default([]),
});

const people = z.strictObject({
  kind: z.literal('people'),
  save: z
    .array(
      z.strictObject({
        name: text(60),
        role: z.enum(['cashier', 'manager']),
        /** The PIN of a new person, or a new PIN. */
        encrypted: encrypted.optional(),
      }),
    )
    .max(100)
    .default([]),
  remove: z.array(text(60)).max(100).default([]),
  limits: limitsSchema.optional(),
});

export const stopReasons = ['stolen', 'decommissioned', 'other'] as const;
export type StopReason = (typeof stopReasons)[number];

/** The till issues nothing more; issued documents are still sent to the authority. `stopped: false` ends that. */
const stop = z.strictObject({
  kind: z.literal('stop'),
  stopped: z.boolean(),
  why: z.enum(stopReasons),
});

export const contactSchema = z.strictObject({
  name: text(100),
  phone: text(40).optional(),
  email: text(200).optional(),
  note: text(500).optional(),
});
export type Contact = z.output<typeof contactSchema>;

const contact = z.strictObject({ kind: z.literal('contact'), contact: contactSchema });

/** The hash of an archive's manifest, for the till's audit log: it can then witness the archive. */
const archived = z.strictObject({
  kind: z.literal('archived'),
  period: z.string().regex(/^\d{4}-\d{2}$/),
  /** 0: the month itself; from 1: its supplements. */
  part: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const orderSchema = z.discriminatedUnion('kind', [
  otp,
  settings,
  articles,
  people,
  stop,
  contact,
  archived,
]);
export type Order = z.output<typeof orderSchema>;
export type OrderInput = z.input<typeof orderSchema>;
export const orderKinds = orderSchema.options.map(({ shape }) => shape.kind.value);

/** The audience of a signed order, so that a till's own token cannot be mistaken for one. */
export const orderAudience = 'khatm-till';

/** The office's key for orders, Ed25519; a till pins it when it is enrolled. */
export const orderKeySchema = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.base64url().length(43),
});
export type OrderKey = z.output<typeof orderKeySchema>;

/** The claims of a signed order: its till, its number for that till, and its expiry. */
export const orderClaims = z.object({
  /** The till, as `<tenant>.<device>`. */
  sub: z.string(),
  ledger: z.uuid(),
  number: z.int().positive(),
  /** The time of issue, seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
  /** Parsed by `orderSchema` once everything else is valid: a newer office may know kinds that this till does not. */
  order: z.unknown(),
});

export const mostOrders = 10;
/** The signed orders in one answer. */
export const ordersSchema = z.array(z.string().max(2 ** 19)).max(mostOrders);

/** `refused`: not tried; `failed`: tried, and `why` is the failure's code. */
export const orderAnswerSchema = z.strictObject({
  number: z.int().positive(),
  result: z.enum(['done', 'refused', 'failed']),
  why: z.string().max(100).optional(),
});
export type OrderAnswer = z.output<typeof orderAnswerSchema>;

/** The state of a till's orders, which is sent with each batch. */
export const toldSchema = z.strictObject({
  /**
   * The highest number that it has accepted. It is bounded, because later orders need higher numbers, and a till must
   * not use them up.
   */
  last: z.int().nonnegative().max(1_000_000_000),
  /** The orders that are accepted but not carried out yet. */
  working: z.array(z.int().positive()).max(100),
  answers: z.array(orderAnswerSchema).max(100),
});
export type Told = z.output<typeof toldSchema>;
