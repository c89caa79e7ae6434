import { type KnownTimes, knownTimes } from '../../../../shared/stored/settings/environment.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

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

  read(): KnownTimes {
    return this.#ledger.settings.read(knownTimes);
  }

  write(change: KnownTimes): void {
    this.#ledger.settings.write(knownTimes, { ...this.read(), ...change });
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
