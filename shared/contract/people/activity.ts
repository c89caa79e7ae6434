import * as z from 'zod';
import { activityGroups } from '../../activity.ts';
import { day } from '../../fields.ts';
import { saleKinds } from '../../sale/sale.ts';
import { languages } from '../../values/language.ts';
import { command } from '../command.ts';
import { exportSchema } from '../till/table-files.ts';

export const activityShown = 100;
export const activityFormats = ['xlsx', 'csv'] as const;
export const activityExported = 50_000;

const conditions = {
  group: z.enum(activityGroups).optional(),
  /** The person or program, as named in the log. */
  by: z.string().min(1).max(200).optional(),
  /** Days in Riyadh, both included. */
  from: day.optional(),
  to: day.optional(),
  /** A part of the facts of a line, for instance a number, a name or a reason. */
  text: z.string().trim().min(1).max(200).optional(),
};

export const activityLineSchema = z.object({
  id: z.int().positive(),
  at: z.iso.datetime(),
  by: z.string(),
  /** The action in the log; a later version may write others. */
  action: z.string(),
  document: z.object({ uuid: z.uuid(), number: z.string(), kind: z.enum(saleKinds) }).optional(),
  /** The amount in halalas. */
  amount: z.int().optional(),
  currency: z.string().optional(),
  /** The given reason, or the name of the changed item. */
  about: z.string().optional(),
  approvedBy: z.string().optional(),
  /** Goods removed from the basket, prices that are not the article's, and discounts beside a document. */
  removed: z.int().optional(),
  overrides: z.int().optional(),
  discount: z.int().optional(),
  /** All facts of the line, as JSON. */
  detail: z.string(),
});
export type ActivityLine = z.infer<typeof activityLineSchema>;

/** The audit log of the environment on the screen: what was done, by whom and when. */
export const activity = {
  /** Returns the lines that meet all conditions, newest first. `before` is a line's id. */
  'activity.list': command({
    role: 'manager',
    input: z.strictObject({ before: z.int().positive().optional(), ...conditions }),
    output: z.object({
      lines: z.array(activityLineSchema).max(activityShown),
      /** The `before` of the next query; older lines may match. Absent at the end. */
      next: z.int().positive().optional(),
    }),
  }),
  /** Returns the names of everybody in the log of the last months. */
  'activity.people': command({ role: 'manager', output: z.object({ names: z.array(z.string()) }) }),
  /** Returns all lines that meet the conditions as a file, newest first; `bad-input` if there are too many. */
  'activity.export': command({
    role: 'manager',
    input: z.strictObject({
      ...conditions,
      format: z.enum(activityFormats).default('csv'),
      language: z.enum(languages),
    }),
    output: exportSchema,
  }),
  /**
   * Verifies the log: the hash of each line, that no line is missing in between, and that the lines of documents and of
   * steps of shifts agree with their rows.
   */
  'activity.check': command({
    role: 'manager',
    output: z.object({
      lines: z.int().nonnegative(),
      documents: z.int().nonnegative(),
      /** The first line that does not match the previous line. */
      broken: z.int().optional(),
      /** The faults that were found; `first` names a document's counter or a shift. */
      faults: z.int().nonnegative(),
      first: z.object({ what: z.string(), number: z.int() }).optional(),
    }),
  }),
};
