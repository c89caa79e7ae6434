import * as z from 'zod';
import { beginnings, firstDaySteps, trades } from '../../sample-shop.ts';
import { command } from '../command.ts';

const firstDaySchema = z.object({
  steps: z.array(z.object({ id: z.enum(firstDaySteps), isDone: z.boolean() })),
  /** False once every step is done, the terminal is live, or a manager has put the steps away. */
  isShown: z.boolean(),
  /** The trade of the sample shop that is in use. */
  sample: z.enum(trades).optional(),
});
export type FirstDay = z.infer<typeof firstDaySchema>;

/** The beginning of a new terminal: training's sample shop, and the steps of the first day. */
export const firstDay = {
  'firstDay.get': command({ role: 'manager', output: firstDaySchema }),
  /**
   * Makes the sample shop of a trade on a terminal that is new (`sampleShop` of the status), and signs its manager in.
   * Its takings are sold afterwards. Fails with `sample-shop` on any other terminal.
   */
  'firstDay.begin': command({
    role: 'manager',
    input: z.strictObject({ with: z.enum(beginnings) }),
  }),
  /**
   * Removes the sample shop: its articles, its people, and the ledger of training, which is put aside in the data folder.
   * Fails with `bad-input` (`manager-missing`) if the people who stay have no manager.
   */
  'firstDay.removeSample': command({ role: 'manager' }),
  /** Puts the steps away for good. */
  'firstDay.putAway': command({ role: 'manager', output: firstDaySchema }),
};
