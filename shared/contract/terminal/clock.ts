import * as z from 'zod';
import { always, command } from '../command.ts';

/** The terminal's time that was shown to the person. */
const now = z.iso.datetime();
const reason = z.string().trim().min(1).max(300);

/** The answers of a person about the terminal's clock. */
export const clock = {
  /**
   * Confirms the clock (after `clock-ahead`) and resumes sales. A gap of more than a week needs a manager and a reason,
   * which the audit log keeps. Fails with `bad-input` when the clock was set meanwhile.
   */
  'clock.confirm': command({
    role: 'cashier',
    needsPin: always,
    input: z.strictObject({ now, reason: reason.optional() }),
  }),
  /**
   * Confirms that the clock is right now and was ahead when later documents were issued (after `clock-back`). They keep
   * their time, their deadlines count from their true time, and sales resume. Fails with `clock-back` when the
   * authority's clock was further ahead than this one.
   */
  'clock.correct': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ now, reason }),
    output: z.object({ documents: z.int().nonnegative() }),
  }),
};
