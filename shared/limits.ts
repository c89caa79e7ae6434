import * as z from 'zod';

/** The limits that a cashier may exceed only with a manager's agreement. */
export const exceededLimits = ['discount', 'refund', 'refund-days'] as const;
export type ExceededLimit = (typeof exceededLimits)[number];

/** Limits for cashiers; those that are absent are not limited. */
export const limitsSchema = z.strictObject({
  /** The largest discount of a sale, percent of its goods. */
  discountPercent: z.int().min(0).max(100).optional(),
  /** The largest amount given back for one sale, in one return or several, halalas. */
  refund: z.int().min(0).max(100_000_000_00).optional(),
  /** Days after a sale within which its goods come back. */
  refundDays: z.int().min(0).max(3_650).optional(),
});
export type Limits = z.output<typeof limitsSchema>;
