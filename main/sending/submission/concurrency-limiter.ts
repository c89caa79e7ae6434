/** The number of recent answers whose fastest shows how long one takes now; one or two slow ones prove nothing. */
const few = 3;
/** The number of answers of which the fastest shows how long one takes without a queue. */
const many = 64;
/** If answers take longer by this factor, there is a queue at the gateway, and more calls would only make it longer. */
const lineBegins = 2;
/** If answers take longer by this factor, fewer calls would achieve the same. */
const lineIsLong = 4;
/** The number of good answers after which one more simultaneous call is tried, at a limit that was too high before. */
const answersToRise = 16;
/** The shortest time that is considered, in milliseconds: differences below it come from this machine. */
const leastMs = 10;

const shortestGapMs = 50;
const longestGapMs = 15_000;

export function createConcurrencyLimiter(atMost: number) {
  let limit = 1;
  let gapMs = 0;
  /**
   * Until the first trouble the limit doubles with each round of answers, then it rises by one with `answersToRise`.
   */
  let searching = true;
  let cutAt = Number.NEGATIVE_INFINITY;
  let lately: number[] = [];

  /** Returns the factor by which answers take longer now than without a queue. */
  function line(): number {
    const now = Math.min(...lately.slice(-few));
    return Math.max(now, leastMs) / Math.max(Math.min(...lately), leastMs);
  }

  return {
    /** The number of simultaneous calls, at least 1. */
    get limit() {
      return Math.floor(limit);
    },
    /** The shortest interval between the beginnings of two calls, in milliseconds; 0 except for a slow gateway. */
    get gapMs() {
      return gapMs;
    },
    /** Notes that a call was answered after this many milliseconds, with any answer. */
    answered(tookMs: number) {
      lately = [...lately.slice(1 - many), tookMs];
      if (gapMs > 0) {
        gapMs = gapMs < shortestGapMs ? 0 : Math.floor(gapMs * 0.97);
        return;
      }
      const waits = line();
      if (waits > lineBegins) searching = false;
      if (waits > lineIsLong) limit = Math.max(1, limit - 1 / limit);
      else if (waits <= lineBegins) limit = Math.min(atMost, limit + (searching ? 1 : 1 / answersToRise));
    },
    /**
     * Notes that the gateway asked for fewer calls (`spaced`), failed, or did not answer a call that began then and
     * ended now, by the monotonic clock.
     */
    overloaded(begunAt: number, now: number, spaced: boolean) {
      // Simultaneous calls report the same overload.
      if (begunAt <= cutAt) return;
      if (limit < 2 && spaced)
        gapMs = Math.min(longestGapMs, Math.max(Math.ceil(gapMs * 1.5), 2 * shortestGapMs));
      cutAt = now;
      searching = false;
      limit = Math.max(1, limit / 2);
    },
  };
}
