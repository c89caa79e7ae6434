import * as z from 'zod';
import { command } from './command.ts';

/** Who is at the screen, once they have signed in (`people.signIn`). */
export const session = {
  /**
   * Somebody is at the screen: a manager is signed out when this was not said for ten minutes. Screens say it when keys
   * or pointer move, at most twice a minute.
   */
  'session.touch': command({ role: 'nobody', input: z.strictObject({}), output: z.object({}) }),
  /**
   * The person signed in enters their PIN again, which commands with `needsPin` ask for (`pin-needed`). Fails with
   * `wrong-pin`, and waits, as `people.signIn`.
   */
  'session.confirm': command({
    role: 'cashier',
    input: z.strictObject({ pin: z.string().max(100) }),
    output: z.object({}),
  }),
};
