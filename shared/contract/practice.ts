import * as z from 'zod';
import { command } from './command.ts';

/** The faults that a manager orders in training, to learn before they happen. */
export const practiceKinds = ['away', 'slow', 'refuseNext', 'warnNext', 'noPaper'] as const;
export type PracticeKind = (typeof practiceKinds)[number];

const ordersSchema = z.object({
  orders: z.array(
    z.object({
      kind: z.enum(practiceKinds),
      /** The end of the order; without one it waits for the next document. */
      until: z.iso.datetime().optional(),
    }),
  ),
});
export type PracticeOrders = z.infer<typeof ordersSchema>;

/** Practice in training; in the other environments these fail with `not-allowed`. */
export const practice = {
  'practice.orders': command({ role: 'manager', input: z.strictObject({}), output: ordersSchema }),
  /** Orders a fault. Ordered again, its time begins anew. */
  'practice.order': command({
    role: 'manager',
    input: z.strictObject({ kind: z.enum(practiceKinds) }),
    output: ordersSchema,
  }),
  /** Ends all orders at once. */
  'practice.end': command({ role: 'manager', input: z.strictObject({}), output: ordersSchema }),
};
