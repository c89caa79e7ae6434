import { type Clock, systemClock } from '../../main/base/platform/clock.ts';

/** The system's clock, on which the customers of the card terminal's simulator pay at once. */
export const quickCustomers: Clock = {
  ...systemClock,
  after: (wait, callback) => systemClock.after(wait === 1_500 ? 10 : wait, callback),
};
