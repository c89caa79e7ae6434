import * as z from 'zod';
import { command } from './command.ts';

/** The person at the screen, signed in with `people.signIn`. */
export const session = {
  /**
   * Reports that somebody uses the screen: a manager is signed out after ten minutes without it. Screens send it on key
   * or pointer input, at most twice a minute.
   */
  'session.touch': command({ role: 'nobody', input: z.strictObject({}), output: z.object({}) }),
  /**
   * Takes the signed-in person's PIN again for commands with `needsPin` (`pin-needed`). Fails with `wrong-pin`, and
   * waits, as `people.signIn`.
   */
  'session.confirm': command({
    role: 'cashier',
    input: z.strictObject({ pin: z.string().max(100) }),
    output: z.object({}),
  }),
};
