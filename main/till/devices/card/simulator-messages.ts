import * as z from 'zod';

/* The lines of JSON between the till and its simulator: one question and one answer for each connection. */

const id = z.string().min(1).max(100);

export const requestSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('ask'), id, amount: z.int().positive(), currency: z.string() }),
  z.strictObject({
    do: z.literal('refund'),
    id,
    amount: z.int().positive(),
    currency: z.string(),
    /** The reference of the payment that is refunded. */
    purchase: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('status'), id }),
  z.strictObject({ do: z.literal('cancel'), id }),
]);
export type Request = z.infer<typeof requestSchema>;

export const answerSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('pending') }),
  z.strictObject({
    state: z.literal('approved'),
    amount: z.int().positive(),
    currency: z.string(),
    reference: z.string(),
    approvalCode: z.string().optional(),
    lastFour: z.string().optional(),
    scheme: z.string(),
  }),
  z.strictObject({ state: z.enum(['declined', 'cancelled']), says: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;

export const storedSchema = z.object({
  id,
  answer: answerSchema,
  refund: z.literal(true).optional(),
  purchase: z.string().optional(),
});
export type Stored = z.infer<typeof storedSchema>;
