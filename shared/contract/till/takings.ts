import * as z from 'zod';
import { actorKinds } from '../../actor.ts';
import { codedIssue, day, halalas } from '../../fields.ts';
import { vatCategories } from '../../sale/vat.ts';
import { command } from '../command.ts';

const count = z.int();

/** The documents of one kind: their number, and the sum of their amounts due. */
const sumSchema = z.object({ count, total: halalas });

/** The longest period in days: a year and its leap day. */
export const longestPeriod = 366;
/** The number of articles in an answer. */
export const articlesShown = 10;

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const isPeriod = ({ from, to }: { from: string; to: string }) =>
  daysFrom(from, to) >= 1 && daysFrom(from, to) <= longestPeriod;
const badPeriod = {
  path: ['to'],
  ...codedIssue('bad-period', `must be from 0 to ${longestPeriod - 1} days after the first`),
};

/** Days in Riyadh, both included. */
const periodSchema = z.strictObject({ from: day, to: day }).refine(isPeriod, badPeriod);

/** The sums of a period. Amounts are in riyals and with VAT, without documents in other currencies. */
const figuresSchema = z.object({
  sales: sumSchema,
  /** Credit notes; `total` is the amount given back. */
  returns: sumSchema,
  debitNotes: sumSchema,
  advances: sumSchema,
  /** Discounts agreed at the till. */
  discounts: halalas,
  /** VAT of the sales less that of the returns. */
  vatOwed: halalas,
});
export type TakingsFigures = z.infer<typeof figuresSchema>;

/**
 * The takings of some days, added up from the documents. Amounts are in riyals and with VAT unless stated otherwise;
 * documents in other currencies are counted separately. A rejected document that was issued again counts once.
 */
export const takingsSchema = figuresSchema.extend({
  /** False while documents are still being added up, for instance after an update of the program. */
  isComplete: z.boolean(),
  /** The days, the earliest first; returned amounts are subtracted. */
  days: z.array(z.object({ day, count, total: halalas })),
  hours: z.array(z.object({ hour: z.int().min(0).max(23), count, total: halalas })),
  /** The sums by person, largest first; a person and a program with the same name have two rows. */
  people: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(actorKinds),
      count,
      total: halalas,
      discounts: halalas,
    }),
  ),
  /** The means: the till's word or a code of UNTDID 4461; `split` if several means had no amounts. */
  means: z.array(z.object({ means: z.string(), count, received: halalas, paidBack: halalas })),
  /** The VAT as in `vatOwed`, by category and rate. */
  vat: z.array(
    z.object({ category: z.enum(vatCategories), rate: z.string(), taxable: halalas, vat: halalas }),
  ),
  /** The articles with the largest amounts. `quantity` is in units, as a decimal number. */
  articles: z
    .array(z.object({ key: z.string(), name: z.string(), quantity: z.string(), total: halalas }))
    .max(articlesShown),
  otherCurrencies: z.array(z.object({ currency: z.string(), count, total: halalas })),
});
export type TakingsReport = z.infer<typeof takingsSchema>;

export const takings = {
  'takings.get': command({ role: 'manager', input: periodSchema, output: takingsSchema }),
  /**
   * Returns the sums of some days, for a comparison; for the last day, only documents before an hour in Riyadh count.
   */
  'takings.figures': command({
    role: 'manager',
    input: z
      .strictObject({ from: day, to: day, before: z.int().min(0).max(24).default(24) })
      .refine(isPeriod, badPeriod),
    output: figuresSchema,
  }),
};
