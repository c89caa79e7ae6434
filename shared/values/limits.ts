import * as z from 'zod';

/** The acts of a cashier that may need a manager's agreement each time. */
export const askedActs = [
  'price',
  'drawer',
  'totals',
  'reprint',
  'no-receipt',
  'other-means',
  'account',
] as const;
export type AskedAct = (typeof askedActs)[number];

/** The limits that a cashier may exceed only with a manager's agreement. */
export const exceededLimits = ['discount', 'refund', 'refund-days', 'credit', ...askedActs] as const;
export type ExceededLimit = (typeof exceededLimits)[number];

/** Limits for cashiers; absent ones are unlimited. */
export const limitsSchema = z.strictObject({
  /** The largest discount of a sale, in percent of its goods. */
  discountPercent: z.int().min(0).max(100).optional(),
  /** The largest amount given back for one sale, in one return or several, halalas. */
  refund: z.int().min(0).max(100_000_000_00).optional(),
  /** The days after a sale within which its goods may be returned. */
  refundDays: z.int().min(0).max(3_650).optional(),
  /**
   * Acts that need an agreement: a price other than the article's, opening the drawer by hand, seeing the totals of the
   * open shift, printing a receipt again, receiving a payment on account, a return for which the customer showed no
   * receipt, or a return that is paid back by other means than the purchase.
   */
  asks: z.array(z.enum(askedActs)).max(askedActs.length).default(['drawer', 'totals']),
  /** The number of minutes without key or pointer after which a cashier is signed out; never if absent. */
  lockMinutes: z.int().min(1).max(240).optional(),
  /** True when a cashier's PIN may have four or five digits. */
  shortPins: z.literal(true).optional(),
});
export type Limits = z.output<typeof limitsSchema>;

/** The limits of a shop that has saved none of its own: they protect the owner from the first sale on. */
export const usualLimits: Limits = {
  discountPercent: 10,
  refund: 200_00,
  refundDays: 14,
  asks: ['price', 'drawer', 'totals', 'no-receipt', 'other-means'],
};
