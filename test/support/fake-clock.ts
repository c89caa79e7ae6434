import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../main/base/platform/clock.ts';

interface Timer {
  /**
   * The number of milliseconds awake since the clock was made. Timers use it because they do not depend on the wall
   * clock.
   */
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that moves only when a test advances it. It starts at 2026-11-20T10:00:00Z by default. */
export class FakeClock implements Clock {
  /** The wall clock's time when the clock was made. */
  #zero: number;
  /** The number of milliseconds awake, which timers use. */
  #elapsed = 0;
  #slept = 0;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 10, 20, 10)) {
    this.#zero = now;
  }

  now(): number {
    return this.#zero + this.monotonic();
  }

  monotonic(): number {
    return this.#elapsed + this.#slept;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#elapsed + Math.max(milliseconds, 0), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /**
   * Advances the clock and runs everything that becomes due, each at its own time. Promises that need no real I/O
   * settle in between.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settled();
    for (let next = this.#nextUntil(end); next !== undefined; next = this.#nextUntil(end)) {
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.callback();
      await settled();
    }
    this.#elapsed = end;
  }

  /** Sets the wall clock, as a person or a time server does, without an effect on timers. */
  set(now: number): void {
    this.#zero = now - this.monotonic();
  }

  /** Simulates the machine's sleep. Time passes, but timers then wait as long as they would have before. */
  sleep(milliseconds: number): void {
    this.#slept += milliseconds;
  }

  #nextUntil(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    return next;
  }
}

async function settled(): Promise<void> {
  // The second wait is for promises that are started by one settled in the first.
  await setImmediate();
  await setImmediate();
}
