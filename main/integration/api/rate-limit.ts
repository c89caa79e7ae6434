import type { Clock } from '../../base/platform/clock.ts';

/** The calls allowed at once, and per second on average. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  /** The time of the last update by the monotonic clock, milliseconds. */
  at: number;
}

/** The number of callers to remember; the one quiet longest is forgotten, and starts with a full bucket. */
const mostCallers = 10_000;

export class RateLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #rate: Rate;
  /** The buckets, least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, 'monotonic'>, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Takes one call. @returns 0, or the milliseconds after which there will be room */
  take(caller: string): number {
    const bucket = this.#filled(caller);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / this.#rate.perSecond) * 1000);
    bucket.tokens -= 1;
    return 0;
  }

  /** Charges an admitted request more calls; those beyond the limit are a debt that delays the next ones. */
  charge(caller: string, calls: number): void {
    this.#filled(caller).tokens -= calls;
  }

  /** Returns the calls that a caller may make at once, those left, and the seconds until all are available. */
  state(caller: string): { limit: number; remaining: number; reset: number } {
    const { burst, perSecond } = this.#rate;
    const { tokens } = this.#filled(caller);
    const reset = Math.ceil((burst - tokens) / perSecond);
    return { limit: burst, remaining: Math.max(0, Math.floor(tokens)), reset };
  }

  #filled(caller: string): Bucket {
    const { burst, perSecond } = this.#rate;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > mostCallers) this.#forgetOldest();
    return bucket;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
