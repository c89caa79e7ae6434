import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Limits the calls that begin to as many as the gateway has borne so far. */
export interface CallSpacing {
  /** Returns how many calls may begin beside those that are under way. */
  room(now: number, underWay: number): number;
  /** When the next call may begin where calls are spaced, milliseconds since 1970. */
  readonly nextCallAt: number;
  /** The number of documents to have at hand for the moment when calls end; 0 where calls go one by one. */
  readonly prefetch: number;
  /** Calls begin now. */
  begin(now: number): void;
  /** A call was answered after so many milliseconds. */
  answered(tookMs: number): void;
  /** See ConcurrencyLimiter. */
  overloaded(begunAt: number, now: number, spaced: boolean): void;
}

export function createCallSpacing(atMost: number): CallSpacing {
  const limiter = createConcurrencyLimiter(atMost);
  let lastBeganAt = Number.NEGATIVE_INFINITY;

  const nextCallAt = () => lastBeganAt + limiter.gapMs;

  return {
    room(now, underWay) {
      // A clock set back must not make a gap of years.
      const early = now < nextCallAt() && now >= lastBeganAt;
      if (early) return 0;
      const room = Math.max(0, limiter.limit - underWay);
      return limiter.gapMs > 0 ? Math.min(room, 1) : room;
    },
    get nextCallAt() {
      return nextCallAt();
    },
    get prefetch() {
      return limiter.gapMs > 0 || limiter.limit < 2 ? 0 : limiter.limit;
    },
    begin(now) {
      lastBeganAt = now;
    },
    answered: limiter.answered,
    overloaded: limiter.overloaded,
  };
}
