import { createConcurrencyLimiter } from './concurrency-limiter.ts';

export function createCallSpacing(atMost: number) {
  const limiter = createConcurrencyLimiter(atMost);
  let lastBeganAt = Number.NEGATIVE_INFINITY;

  const nextCallAt = () => lastBeganAt + limiter.gapMs;

  return {
    /** Returns the number of calls that may begin besides those in progress. */
    room(now: number, underWay: number) {
      // If the clock is set back, this must not cause a gap of years.
      const early = now < nextCallAt() && now >= lastBeganAt;
      if (early) return 0;
      const room = Math.max(0, limiter.limit - underWay);
      return limiter.gapMs > 0 ? Math.min(room, 1) : room;
    },
    /** The time at which the next call may begin if calls are spaced, in milliseconds since 1970. */
    get nextCallAt() {
      return nextCallAt();
    },
    /** The number of documents to prefetch for use when calls end; 0 if calls are made one by one. */
    get prefetch() {
      return limiter.gapMs > 0 || limiter.limit < 2 ? 0 : limiter.limit;
    },
    begin(now: number) {
      lastBeganAt = now;
    },
    /** Notes that a call was answered after this many milliseconds. */
    answered: limiter.answered,
    /** Notes that the gateway was overloaded, see ConcurrencyLimiter. */
    overloaded: limiter.overloaded,
  };
}

export type CallSpacing = ReturnType<typeof createCallSpacing>;
