import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';

/** Finds claims of processes that sent from this ledger and have ended; their documents are then sent from here. */
export interface OrphanedClaims {
  /**
   * Releases these claims at the start. `alone`: no other process leads here, so claims without a name are left from a crash.
   */
  release(alone: boolean): void;
  look(): number | undefined;
}

/** The pause between two checks for ended processes. */
const pollIntervalMs = 5_000;

export function createOrphanedClaims(options: {
  readonly ledger: Pick<Ledger, 'queue'>;
  readonly clock: Clock;
  /** Returns true when the process of a sender has ended. */
  readonly isGone: (sender: string) => boolean;
}): OrphanedClaims {
  const { ledger, clock, isGone } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function release(alone: boolean): void {
    lookedAt = clock.monotonic();
    ledger.queue.releaseClaims(clock.now(), (sender) => (sender === undefined ? alone : isGone(sender)));
  }

  return {
    release,
    look() {
      if (!ledger.queue.hasOtherSenders()) return undefined;
      const again = lookedAt + pollIntervalMs - clock.monotonic();
      if (again > 0) return again;
      release(false);
      return ledger.queue.hasOtherSenders() ? pollIntervalMs : undefined;
    },
  };
}
