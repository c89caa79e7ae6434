import { createHash } from 'node:crypto';
import type { Claimed } from '../../../main/books/ledger/documents/submission.ts';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { noAnswer, rateLimited, reported, reportedAgain, serverError } from '../../support/run/outcomes.ts';

/** Returns a generator of numbers in [0, 1), which are evenly distributed and the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An authority on a fake clock, with slow answers, outages and a limited rate. */
export class SlowAuthority {
  /** The number of milliseconds until an answer. */
  answersAfter = 50;
  /** The number of milliseconds after which calls end without an answer in a simulated outage. */
  away: number | undefined;
  /** The shares of calls that are answered with 503, and of calls whose answer is lost although they are accepted. */
  failing = 0;
  losing = 0;
  /** The number of requests accepted per second. They are never accepted at the same moment, and the others get 429. */
  perSecond = Number.POSITIVE_INFINITY;
  retryAfterMs = 1000;

  /** All calls in order. `acceptedAt` has the time of each document's first acceptance. */
  readonly calls: Claimed[] = [];
  readonly acceptedAt = new Map<string, number>();
  /** The documents that arrived with other bytes than before. */
  readonly changed: string[] = [];
  mostAtOnce = 0;

  readonly #clock: FakeClock;
  readonly #random: () => number;
  readonly #bytes = new Map<string, string>();
  #atOnce = 0;
  #takesNextAt = 0;

  constructor(clock: FakeClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  readonly send = async (claimed: Claimed): Promise<Outcome> => {
    this.calls.push(claimed);
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    const outcome = this.#decide(claimed);
    const takes = this.away ?? this.answersAfter;
    await new Promise<void>((resolve) => this.#clock.after(takes, resolve));
    this.#atOnce -= 1;
    return outcome;
  };

  #decide(claimed: Claimed): Outcome {
    if (this.away !== undefined) return noAnswer;
    const now = this.#clock.now();
    if (now < this.#takesNextAt) return rateLimited(this.retryAfterMs);
    this.#takesNextAt = now + 1000 / this.perSecond;
    if (this.#random() < this.failing) return serverError;
    const digest = createHash('sha256').update(claimed.xml).digest('base64');
    const before = this.#bytes.get(claimed.uuid);
    if (before !== undefined && before !== digest) this.changed.push(claimed.uuid);
    this.#bytes.set(claimed.uuid, digest);
    const again = this.acceptedAt.has(claimed.uuid);
    if (!again) this.acceptedAt.set(claimed.uuid, now + this.answersAfter);
    return this.#random() < this.losing ? noAnswer : again ? reportedAgain : reported;
  }
}
