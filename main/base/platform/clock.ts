import { uptime } from 'node:os';

/** The terminal's time, handed in so that tests can move it. */
export interface Clock {
  /** The time in milliseconds since 1970, UTC. */
  now(): number;
  /**
   * The number of milliseconds from a fixed moment, sleep included. Unlike `now` it advances evenly even if somebody
   * sets the clock, so that a sleeping machine can be distinguished from a clock that was set.
   */
  monotonic(): number;
  /** Calls back once after that many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The milliseconds since the machine started, sleep included on every system, in steps of up to a second. */
const sinceStart = () => uptime() * 1000;
const startedAt = sinceStart() - performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic() {
    const awake = performance.now();
    // This clock is exact, but on some systems it stops while the machine sleeps; the missing time is then added.
    const missing = sinceStart() - startedAt - awake;
    return missing > 2000 ? awake + missing : awake;
  },
  after(milliseconds, callback) {
    // For more than 2^31-1 ms setTimeout would fire at once, so it is woken earlier; a caller that must wait longer
    // then waits again.
    const timer = setTimeout(callback, Math.min(Math.max(milliseconds, 0), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
