import * as z from 'zod';
import { instant, text } from '../fields.ts';
import { command, type OfficeRole, query } from './command.ts';
import { givenOrderSchema } from './given-order.ts';
import { inputDay, requestNumber, rowId } from './input.ts';
import { orderKinds, stopReasons } from './wire/orders.ts';

const device = rowId;
const request = requestNumber;
const done = z.object({});

export const commanders = ['owner', 'operations'] as const satisfies readonly OfficeRole[];

export const orderStates = ['waiting', 'over', 'done', 'refused', 'failed'] as const;
export const sentOrderSchema = z.object({
  device,
  till: z.string(),
  number: z.int(),
  kind: z.enum(orderKinds),
  /** The name of the person who gave it, at that time. */
  by: z.string(),
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(orderStates),
  /** The till's code for the reason why it refused or failed. */
  why: z.string().nullable(),
});
export type SentOrderRow = z.infer<typeof sentOrderSchema>;

const waits = {
  request,
  device,
  till: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  isOwn: z.boolean(),
};
/** A request by one person that another one must confirm within a day. */
export const pendingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop'), stopped: z.boolean(), why: z.enum(stopReasons), ...waits }),
  z.object({ kind: z.literal('release'), reason: z.string(), ...waits }),
  /** An order that makes a manager, or gives one a PIN; `request` is its number. */
  z.object({ kind: z.literal('manager'), ...waits }),
]);
export type Pending = z.infer<typeof pendingSchema>;

export const longestReason = 500;

export const orders = {
  /** Returns the newest two hundred orders, and the requests that wait for a second person. */
  'order.list': query({
    roles: commanders,
    input: z.strictObject({ device: device.optional() }),
    output: z.object({ now: instant, orders: z.array(sentOrderSchema), pending: z.array(pendingSchema) }),
  }),
  /** Gives the same order to each of these tills. Tills that accept no orders, such as stolen ones, are counted. */
  'order.send': command({
    roles: commanders,
    input: z.strictObject({
      devices: z.array(device).min(1).max(5000),
      order: givenOrderSchema,
      /** The number of days for which a till that is off will still accept the order. */
      days: z.int().min(1).max(90),
    }),
    output: z.object({ sent: z.int(), left: z.int() }),
  }),
  /**
   * Sends articles and their prices, pasted from a spreadsheet: code, Arabic name, English name, price. The same code
   * is the same article each time.
   */
  'order.articles': command({
    roles: commanders,
    input: z.strictObject({
      devices: z.array(device).min(1).max(5000),
      table: z.string().max(100_000),
      /** The first day of these prices, in Riyadh; null: at once. */
      from: inputDay.nullable(),
      days: z.int().min(1).max(90),
    }),
    output: z.object({
      sent: z.int(),
      left: z.int(),
      /** The rows that are not articles, counted from 1; if there are any, nothing is sent. */
      faults: z.array(z.int()),
    }),
  }),
  /** Agrees to an order that waits for a second person. Fails with `second-person` for the one who gave it. */
  'order.confirm': command({ roles: commanders, input: z.strictObject({ device, request }), output: done }),
  'stop.ask': command({
    roles: commanders,
    input: z.strictObject({ device, stopped: z.boolean(), why: z.enum(stopReasons) }),
    output: z.object({ request }),
  }),
  /** Confirms this request and no other. Fails with `second-person` for the person who requested it. */
  'stop.confirm': command({
    roles: commanders,
    input: z.strictObject({ device, request }),
    output: z.object({
      isFrozen: z.boolean(),
      icv: z.int(),
      serial: z.string(),
      lastContact: instant,
    }),
  }),
  /** Requests the release of a till that was refused and has been fixed. */
  'release.ask': command({
    roles: commanders,
    input: z.strictObject({ device, reason: text(longestReason) }),
    output: z.object({ request }),
  }),
  'release.confirm': command({ roles: commanders, input: z.strictObject({ device, request }), output: done }),
};
