import * as z from 'zod';
import { halalas, instant, text, uuid } from '../../fields.ts';
import { vatCategories } from '../../sale/vat.ts';
import { command } from '../command.ts';
import { printedSchema } from './receipts.ts';

const amount = z.int().min(0).max(100_000_000_00);

/** The values of the banknotes and coins in circulation in halalas, largest first (Saudi Central Bank). */
export const denominations = [
  50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1,
] as const;

const personSchema = z.object({ name: z.string(), role: z.enum(['cashier', 'manager']).optional() });

const movementSchema = z.object({
  at: instant,
  by: personSchema,
  /** handover: `by` took over the drawer. */
  kind: z.enum(['in', 'out', 'handover']),
  amount: halalas,
  reason: z.string().optional(),
});

/** The documents of one kind: their number, and the sum of their amounts due. */
const sumSchema = z.object({ count: z.int().nonnegative(), total: halalas });

/** The counted cash: pieces of each denomination, halalas. */
const countSchema = z
  .array(
    z.strictObject({
      value: z.int().refine((value) => denominations.some((each) => each === value)),
      count: z.int().min(0).max(100_000),
    }),
  )
  .max(denominations.length);

/**
 * The figures of a shift: X while it is open, Z once it is closed. Amounts are in riyals; documents in other currencies
 * are counted separately. A rejected document that was issued again counts once, in the shift that first issued it; the
 * shift that issues it again has only the difference.
 */
export const shiftReportSchema = z.object({
  number: z.int().positive(),
  openedAt: instant,
  openedBy: personSchema,
  closedAt: instant.optional(),
  closedBy: personSchema.optional(),
  sales: sumSchema,
  /** Credit notes; `total` is the amount given back. */
  returns: sumSchema,
  debitNotes: sumSchema,
  advances: sumSchema,
  /** Self-billed documents less their credit notes: the company's purchases, not sales. Absent if there are none. */
  purchases: z.object({ count: z.int().nonnegative(), total: halalas }).optional(),
  /** The documents that people issued before this shift and after the previous one; absent if there are none. */
  outside: sumSchema.optional(),
  /** The number of documents that replaced rejected ones. */
  corrections: z.int().nonnegative(),
  /** The money that sales issued again for less gave back; their new amounts are under their kind. */
  correctionsBack: halalas,
  /** Discounts agreed at the till, VAT included. */
  discounts: halalas,
  /** The actions beside the documents. */
  beside: z.object({
    /** The lines with a price that were removed before their sale was issued or put aside. */
    removed: sumSchema,
    /** The baskets that were emptied or discarded, with their goods. */
    abandoned: sumSchema,
    /** The lines whose price was not the article's; `difference`: the amount charged in addition, or negative. */
    overrides: z.object({ count: z.int().nonnegative(), difference: halalas }),
    discounted: z.int().nonnegative(),
    /** The pulses that may have opened the drawer; `drawerByHand`: those of them without cash. */
    drawerOpenings: z.int().nonnegative(),
    drawerByHand: z.int().nonnegative(),
    reprints: z.int().nonnegative(),
  }),
  /** VAT of the sales less that of the returns. */
  vat: z.array(
    z.object({ category: z.enum(vatCategories), rate: z.string(), taxable: halalas, vat: halalas }),
  ),
  /** The payments by means; other codes are unchanged, and `split` stands for several means without amounts. */
  payments: z.array(
    z.object({ means: z.string(), count: z.int().nonnegative(), received: halalas, paidBack: halalas }),
  ),
  /** Payments on account received, minus reversed ones, by means; absent if there are none. */
  accountPayments: z
    .array(
      z.object({ means: z.string(), count: z.int().nonnegative(), received: halalas, takenBack: halalas }),
    )
    .optional(),
  /** Credit paid back to buyers, minus reversed repayments, by means; absent if there is none. */
  accountPaidBack: z
    .array(
      z.object({ means: z.string(), count: z.int().nonnegative(), paidBack: halalas, takenBack: halalas }),
    )
    .optional(),
  people: z.array(z.object({ name: z.string(), sales: sumSchema, returns: sumSchema })),
  otherCurrencies: z.array(z.object({ currency: z.string(), count: z.int(), total: halalas })),
  movements: z.array(movementSchema),
  /** The first and last document; absent in a shift without documents. */
  documents: z.object({ count: z.int(), first: z.string(), last: z.string() }).optional(),
  /** The documents of the shift that the authority has not accepted yet, or has refused. */
  waiting: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  cash: z.object({
    float: halalas,
    received: halalas,
    paidBack: halalas,
    in: halalas,
    out: halalas,
    /** Cash received on account minus credit paid back, both without reversed entries; absent if there is none. */
    accounts: halalas.optional(),
    /** The cash that must be in the drawer. */
    expected: halalas,
    /** The counted cash; absent when nobody counted. */
    counted: halalas.optional(),
    count: countSchema.optional(),
    /** The counted minus the expected cash: positive if there is too much, negative if some is missing. */
    difference: halalas.optional(),
  }),
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;

const closedSchema = z.object({
  number: z.int().positive(),
  closedAt: instant,
  closedBy: z.string(),
  /** The hash of the report, hex; the next report contains it. */
  hash: z.string(),
  report: shiftReportSchema,
});
export type ClosedShift = z.infer<typeof closedSchema>;

/** The part of a shift that everybody may see: no totals, so that the cash is counted without knowing them. */
export const shiftSchema = z.object({
  number: z.int().positive(),
  openedAt: instant,
  openedBy: personSchema,
  /** The person who has the drawer. */
  holder: personSchema,
  float: halalas,
  movements: z.array(movementSchema),
  documents: z.int().nonnegative(),
  /** True when it was opened on an earlier day, too long ago for a shift, and probably forgotten. */
  isOld: z.boolean(),
});
export type ShiftView = z.infer<typeof shiftSchema>;

const nowSchema = z.object({ shift: shiftSchema.optional(), isRequired: z.boolean() });

/** The shifts of the cash drawer, one after the other, each from its float to its closing report. */
export const shifts = {
  'shift.current': command({ role: 'cashier', output: nowSchema }),
  /**
   * Opens a shift. If repeated with the same id, it changes nothing. Fails with `shift-open`, and with `money-differs`
   * for another float.
   */
  'shift.open': command({
    role: 'cashier',
    input: z.strictObject({ id: uuid, float: amount }),
    output: nowSchema,
  }),
  /**
   * Pays cash in or out. If repeated with the same id, it changes nothing. Fails with `no-shift`, and with
   * `money-differs` for another amount or reason.
   */
  'shift.move': command({
    role: 'cashier',
    input: z.strictObject({
      id: uuid,
      kind: z.enum(['in', 'out']),
      amount: amount.min(1),
      reason: text(200),
    }),
    output: nowSchema,
  }),
  /** Gives the drawer to the person signed in. Fails with `no-shift`. */
  'shift.takeOver': command({ role: 'cashier', input: z.strictObject({ id: uuid }), output: nowSchema }),
  /**
   * Returns the present figures of the open shift (X). Fails with `no-shift`, and with `approval-needed` if a cashier
   * may not see totals.
   */
  'shift.report': command({ role: 'cashier', output: shiftReportSchema }),
  /**
   * Closes the shift of this number with the count (Z); only a manager may omit it. If repeated with the same number by
   * the same person or a manager, it returns the same report. It never depends on the network. Fails with `card-open`
   * while a card payment of this shift has no document or no known outcome.
   */
  'shift.close': command({
    role: 'cashier',
    input: z.strictObject({ number: z.int().positive(), count: countSchema.optional() }),
    output: closedSchema,
  }),
  /** Returns closing reports, newest first; `before` is a number. */
  'shift.list': command({
    role: 'manager',
    input: z.strictObject({
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.object({ shifts: z.array(closedSchema) }),
  }),
  /**
   * Prints the report of this shift on the receipt printer: X while it is open, Z once it is closed, which is marked as
   * a copy every time except the first. Fails as `receipt.print`; a cashier may print the Z of a shift that they
   * closed, and X if they may see totals (`approval-needed`).
   */
  'shift.print': command({
    role: 'cashier',
    input: z.strictObject({ number: z.int().positive() }),
    output: printedSchema,
  }),
  /** Sets whether sales at the screen require an open shift. */
  'shift.setRequired': command({
    role: 'manager',
    input: z.strictObject({ isRequired: z.boolean() }),
    output: nowSchema,
  }),
};
