import * as z from 'zod';
import {
  contactSchema,
  orderAnswerSchema,
  orderKinds,
  orderSchema,
  stopReasons,
} from '../../office/wire/orders.ts';
import { setting } from './setting.ts';

/* The settings in a ledger about its head office. */

export const officeEnrolment = setting(
  'office.enrolment',
  z.object({ address: z.string(), tenant: z.int(), device: z.int(), name: z.string() }).nullish(),
  undefined,
);

/** This setting outlives the membership: a till that leaves the head office stays stopped. */
export const officeStopSetting = setting(
  'office.stop',
  z.object({ why: z.enum(stopReasons), at: z.number() }).nullish(),
  undefined,
  { isGuard: true },
);

/** The seconds between two batches. */
export const officeRhythm = setting('office.rhythm', z.int().min(10).max(600).nullish(), undefined);
export const officeContact = setting('office.contact', contactSchema.nullish(), undefined);

const takenSchema = z.object({
  number: z.int(),
  /** The number of seconds since 1970. */
  until: z.int(),
  order: orderSchema,
  /** True once somebody began to carry it out. */
  begun: z.boolean(),
});
const ordersSchema = z.object({
  open: z.array(takenSchema),
  /** The answers that the office has not received yet. */
  answers: z.array(orderAnswerSchema),
  /** The last orders, newest first, for people. */
  done: z.array(
    z.object({
      number: z.int(),
      kind: z.enum(orderKinds),
      at: z.number(),
      result: orderAnswerSchema.shape.result,
      why: z.string().optional(),
    }),
  ),
});
export type TakenOrder = z.output<typeof takenSchema>;
export type OrderDone = z.output<typeof ordersSchema>['done'][number];
export const officeOrders = setting('office.orders', ordersSchema.nullish(), undefined);
