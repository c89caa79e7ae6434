import type { Clock } from '../../base/platform/clock.ts';

const windowSeconds = 60;

export function createRate(clock: Clock) {
  /** Counts by whole second, so that a minute with many thousands needs only sixty numbers. */
  const counts = new Map<number, number>();
  const second = () => Math.floor(clock.monotonic() / 1000);

  function forget(now: number): void {
    for (const at of counts.keys()) {
      if (at > now - windowSeconds) return; // The counts are in order of time.
      counts.delete(at);
    }
  }

  return {
    note() {
      const now = second();
      forget(now);
      counts.set(now, (counts.get(now) ?? 0) + 1);
    },
    /**
     * Returns the rate over the last minute, or since the first event if that is less; 0 when nothing happened in it.
     */
    perSecond() {
      const now = second();
      forget(now);
      const [first] = counts.keys();
      if (first === undefined) return 0;
      let total = 0;
      for (const count of counts.values()) total += count;
      return total / (now - first + 1);
    },
  };
}
