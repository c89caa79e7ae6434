import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/** The pause between two checks for ended processes. */
const pollIntervalMs = 5_000;

/**
 * Finds claims of processes that sent from this ledger and have ended; their documents are then sent from here.
 * @param isGone returns true when the process of a sender has ended
 */
export function createOrphanedClaims(
  ledger: Pick<Ledger, 'queue'>,
  clock: Clock,
  isGone: (sender: string) => boolean,
) {
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Releases them at the start. `alone`: no other process leads, so claims without a name are from a crash. */
  function release(alone: boolean): void {
    lookedAt = clock.monotonic();
    ledger.queue.releaseClaims(clock.now(), (sender) => (sender === undefined ? alone : isGone(sender)));
  }

  return {
    release,
    /** Releases them when a check is due. Returns the milliseconds until the next; undefined if nobody else sends. */
    look(): number | undefined {
      if (!ledger.queue.hasOtherSenders()) return undefined;
      const again = lookedAt + pollIntervalMs - clock.monotonic();
      if (again > 0) return again;
      release(false);
      return ledger.queue.hasOtherSenders() ? pollIntervalMs : undefined;
    },
  };
}

export type OrphanedClaims = ReturnType<typeof createOrphanedClaims>;
