import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../main/platform/clock.ts';

interface Timer {
  /** Milliseconds awake since the clock was made: timers do not care what the wall clock is set to. */
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stops until a test advances it. Starts at 2026-11-20T10:00:00Z by default. */
export class FakeClock implements Clock {
  /** The wall clock's time when the clock was made. */
  #zero: number;
  /** Milliseconds awake: what timers go by. */
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
   * Advances, running everything that becomes due, each at its own time; promises that need no real I/O settle in
   * between.
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

  /** Sets the wall clock, as a person or a time server does. No timer comes sooner or later for it. */
  set(now: number): void {
    this.#zero = now - this.monotonic();
  }

  /** The machine sleeps: time passes, and timers wait as long after it as they would have before. */
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
  // Twice: a promise settled in the first may start another that settles in the second.
  await setImmediate();
  await setImmediate();
}
