import * as z from 'zod';
import { orderKeySchema } from './orders.ts';

/** A till's own key, for talking to the head office alone; P-256. */
export const publicKeySchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.base64url().length(43),
  y: z.base64url().length(43),
});
export type PublicKey = z.infer<typeof publicKeySchema>;

/** The facts that a till gives with its code. */
export const enrolRequestSchema = z.strictObject({
  code: z.string().max(200),
  publicKey: publicKeySchema,
  /** The id of its ledger: the chain that is enrolled, and no other. */
  ledger: z.uuid(),
  /** As its certificate has it: `1-<vendor>|2-<model>|3-<serial>`. */
  serial: z.string().min(1).max(200),
  vatNumber: z.string().regex(/^3\d{13}3$/),
});
export type EnrolRequest = z.infer<typeof enrolRequestSchema>;

export const enrolAnswerSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.literal('enrolled'),
    tenant: z.int(),
    device: z.int(),
    name: z.string(),
    /** The key that orders are signed with, pinned from now on; without one the till takes no orders. */
    orderKey: orderKeySchema.optional(),
  }),
  z.strictObject({
    result: z.literal('refused'),
    /** `code`: unknown, used by another till, or too old. `taxpayer`: the code is for another VAT number. */
    code: z.enum(['code', 'taxpayer']),
  }),
]);
export type EnrolAnswer = z.infer<typeof enrolAnswerSchema>;

/** The audience of a till's tokens; each covers the body of one request. */
export const tokenAudience = 'khatm-head-office';
export const tokenClaims = z.object({
  /** `<tenant>.<device>` */
  sub: z.string().regex(/^\d{1,9}\.\d{1,9}$/),
  /** SHA-256 of the body as it is sent, base64url. */
  body: z.string(),
});
