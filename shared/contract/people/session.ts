import * as z from 'zod';
import { text, uuid } from '../../fields.ts';
import { command } from '../command.ts';

/** The person at the screen, signed in with `people.signIn`. */
export const session = {
  /**
   * Reports that somebody uses the screen: a manager is signed out after ten minutes without it, a
   * cashier after the minutes that a manager set. Screens send it on key
   * or pointer input, at most twice a minute.
   */
  'session.touch': command({ role: 'nobody' }),
  /**
   * Checks the signed-in person's PIN again for commands with `needsPin` (`pin-needed`). Fails with `wrong-pin`, and
   * makes the next attempt wait, as `people.signIn` does.
   */
  'session.confirm': command({ role: 'cashier', input: z.strictObject({ pin: z.string().max(100) }) }),
  /**
   * A manager agrees on the spot to a sale that failed with `approval-needed`; the same call then succeeds. Fails with
   * `wrong-pin` as `people.signIn`, `not-allowed` for a cashier, `not-found` when it was requested too long ago.
   */
  'session.approve': command({
    role: 'cashier',
    input: z.strictObject({
      approval: uuid,
      name: z.string().max(60),
      pin: z.string().max(100),
      reason: text(200),
    }),
  }),
};
