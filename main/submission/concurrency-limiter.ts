/*
 * Finds out by trying how many calls the gateway bears: the authority publishes no figure. More while answers are good,
 * half as many when it says that it is too much, like TCP. Where even one call after the other is too much, the calls
 * are spaced.
 */

export interface ConcurrencyLimiter {
  /** Calls that may be under way at once, at least 1. */
  readonly limit: number;
  /** At least so many milliseconds from the beginning of one call to that of the next; 0 but for a slow gateway. */
  readonly gapMs: number;
  /** A call was answered after so many milliseconds, whatever the answer said of its document. */
  answered(tookMs: number): void;
  /**
   * The gateway said that it is too much (`spaced`), failed, or said nothing to a call that began then and ended now,
   * by a clock that goes evenly.
   */
  overloaded(begunAt: number, now: number, spaced: boolean): void;
}

/** Answers whose quickest says how long one takes now: one or two slow ones say nothing. */
const few = 3;
/** Answers whose quickest says how long one takes when nothing waits in line. */
const many = 64;
/** Answers that take so many times as long stand in line there: more calls would only make the line longer. */
const lineBegins = 2;
/** From here on fewer calls would do as much. */
const lineIsLong = 4;
/** Good answers after which one more call at once is tried where it was too much before. */
const answersToRise = 16;
/** Quicker than this is taken for this: the differences are this machine's own. Milliseconds. */
const leastMs = 10;

const shortestGapMs = 50;
const longestGapMs = 15_000;

export function createConcurrencyLimiter(atMost: number): ConcurrencyLimiter {
  let limit = 1;
  let gapMs = 0;
  /** Until the first trouble the limit doubles with each round of answers, then it rises by one with `answersToRise`. */
  let searching = true;
  let cutAt = Number.NEGATIVE_INFINITY;
  let lately: number[] = [];

  /** Returns how many times as long answers take now as they would if none waited in line. */
  function line(): number {
    const now = Math.min(...lately.slice(-few));
    return Math.max(now, leastMs) / Math.max(Math.min(...lately), leastMs);
  }

  return {
    get limit() {
      return Math.floor(limit);
    },
    get gapMs() {
      return gapMs;
    },
    answered(tookMs) {
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
    overloaded(begunAt, now, spaced) {
      // Calls that were under way together tell the same news.
      if (begunAt <= cutAt) return;
      if (limit < 2 && spaced)
        gapMs = Math.min(longestGapMs, Math.max(Math.ceil(gapMs * 1.5), 2 * shortestGapMs));
      cutAt = now;
      searching = false;
      limit = Math.max(1, limit / 2);
    },
  };
}
