import * as z from 'zod';
import { failureSchema } from '../../failure.ts';
import { isOpenToAll } from '../../fields.ts';
import { languages } from '../../values/language.ts';
import { always, command } from '../command.ts';

/** A month in Riyadh's calendar, such as `2026-10`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const folder = z.string().trim().min(1).max(1000);
const count = z.int().nonnegative();

/** The file of a month: none was requested, it is being made, it is unfinished, or it exists. */
export const monthFileSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** `done` of `of` documents are packed; then the rest of the file is written. */
  z.object({ state: z.literal('working'), month, folder, done: count, of: count }),
  /** It was stopped, failed, or the program ended; the finished parts were kept. */
  z.object({ state: z.literal('unfinished'), month, folder, failure: failureSchema.optional() }),
  z.object({
    state: z.literal('made'),
    month,
    folder,
    file: z.string(),
    documents: count,
    bytes: count,
    isOpenToAll,
  }),
]);
export type MonthFile = z.infer<typeof monthFileSchema>;

/** One file with the books of a month, for the accountant. It is made in a thread, while sales continue. */
export const monthFile = {
  'month.get': command({ role: 'manager', output: monthFileSchema }),
  /**
   * Begins to make the file in an existing folder, or continues the last attempt for the same month and folder; returns
   * at once. While one is being made, no other begins. Events report the progress.
   */
  'month.make': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ month, folder, language: z.enum(languages) }),
    output: monthFileSchema,
  }),
  /** Stops; the finished parts are kept. */
  'month.stop': command({ role: 'manager', output: monthFileSchema }),
  /** Removes the parts of an unfinished file. */
  'month.drop': command({ role: 'manager', output: monthFileSchema }),
};
