import * as z from 'zod';
import type { Clock } from '../../../base/platform/clock.ts';
import { settingKey } from '../../../base/platform/settings.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/** Times known to be true, as they are stored; milliseconds since 1970. */
const knownSchema = z.object({
  /** The last time the gateway's clock showed. */
  server: z.int().optional(),
  /** The last time the program ran with a clock that needed no confirmation. */
  run: z.int().optional(),
  /** The last time a person confirmed. */
  confirmed: z.int().optional(),
});
export type Known = z.infer<typeof knownSchema>;

const setting = settingKey('clock.known', knownSchema.catch({}));

/** The latest times known to be true: the stored times, and one in memory that advances with the monotonic clock. */
export class TrueTimes {
  readonly #ledger: Pick<Ledger, 'settings' | 'times'>;
  readonly #clock: Clock;
  /** A true time, and the reading of the monotonic clock at that moment. */
  #anchor: { readonly at: number; readonly even: number } | undefined;

  constructor(ledger: Pick<Ledger, 'settings' | 'times'>, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  read(): Known {
    return this.#ledger.settings.read(setting);
  }

  write(change: Known): void {
    this.#ledger.settings.write(setting, { ...this.read(), ...change });
  }

  /** Records a true time. @param at the true time at this moment */
  anchorAt(at: number): void {
    this.#anchor = { at, even: this.#clock.monotonic() };
  }

  /** Returns the latest time known to be true, advanced to this moment; undefined if none is known. */
  latest(): number | undefined {
    const { server, run, confirmed } = this.read();
    const anchor = this.#anchor;
    const advanced = anchor && anchor.at + this.#clock.monotonic() - anchor.even;
    const times = [server, run, confirmed, advanced, this.#ledger.times.newest()];
    const knownTimes = times.filter((time) => time !== undefined);
    return knownTimes.length === 0 ? undefined : Math.max(...knownTimes);
  }
}
