import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';

/** The other processes that send from this ledger: what they had under way when they ended goes from here. */
export interface OrphanedClaims {
  /** At the start. `alone`: nobody else leads here, so what nobody's name is on was left by a crash. */
  takeUp(alone: boolean): void;
  /** Now and then while it goes on. Answers after how many milliseconds to look again; undefined: there are none. */
  look(): number | undefined;
}

/** How often it is looked whether a process has ended. */
const lookEveryMs = 5_000;

export function createOrphanedClaims(options: {
  readonly ledger: Pick<Ledger, 'queue'>;
  readonly clock: Clock;
  /** Whether the process of a sender has ended. */
  readonly isGone: (sender: string) => boolean;
}): OrphanedClaims {
  const { ledger, clock, isGone } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function takeUp(alone: boolean): void {
    lookedAt = clock.monotonic();
    ledger.queue.releaseClaims(clock.now(), (sender) => (sender === undefined ? alone : isGone(sender)));
  }

  return {
    takeUp,
    look() {
      if (!ledger.queue.hasOtherSenders()) return undefined;
      const again = lookedAt + lookEveryMs - clock.monotonic();
      if (again > 0) return again;
      takeUp(false);
      return ledger.queue.hasOtherSenders() ? lookEveryMs : undefined;
    },
  };
}
