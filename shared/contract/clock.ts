import * as z from 'zod';
import { always, command } from './command.ts';

/** The time of this terminal as the person was shown it. */
const now = z.iso.datetime();
const reason = z.string().trim().min(1).max(300);

/** What a person says of the terminal's clock. */
export const clock = {
  /**
   * The clock is right (after `clock-ahead`): sales go on. For a gap of more than a week a manager says so, with a
   * reason; the audit log has both. Fails with `bad-input` when the clock was set meanwhile.
   */
  'clock.confirm': command({
    role: 'cashier',
    input: z.strictObject({ now, reason: reason.optional() }),
    output: z.object({}),
  }),
  /**
   * The clock is right now, and every document later than it was issued under a clock that was ahead (after
   * `clock-back`): they keep their time, their deadlines count from when they were meant, and sales go on. Fails with
   * `clock-back` when the authority's own clock was further than this one is.
   */
  'clock.correct': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ now, reason }),
    output: z.object({ documents: z.int().nonnegative() }),
  }),
};
