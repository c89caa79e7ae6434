import * as z from 'zod';
import type { PaymentMeans } from '../../sale/sale.ts';

export const draftPayments = [
  'cash',
  'card',
  'bankTransfer',
  'onAccount',
] as const satisfies readonly PaymentMeans[];
export type DraftMeans = (typeof draftPayments)[number];

const partSchema = z.object({
  key: z.string(),
  means: z.enum(draftPayments),
  /** Blank in the last part, which is the rest. */
  amount: z.string(),
});
export type PaymentPart = Readonly<z.infer<typeof partSchema>>;

/** `asBefore` in a correction: one or several means that the screen does not offer. */
const meansSchema = z.enum([...draftPayments, 'several', 'asBefore']);

/** The payment of a basket as it is typed. */
export const paymentSchema = z.object({
  means: meansSchema,
  /** The cash handed over; blank for the exact amount. */
  tendered: z.string(),
  /** The parts of a payment by several means; they stay while another is chosen. */
  parts: z.array(partSchema),
  /**
   * The id of the last question to the card terminal. Until the person leaves the payment, the basket opens with it,
   * because only the ledger knows its outcome.
   */
  asked: z.uuid().optional(),
});
export type DraftPayment = Readonly<z.infer<typeof paymentSchema>>;
