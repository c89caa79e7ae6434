import type { Clock } from '../base/platform/clock.ts';
import type { FaultSwitch } from './faults/fault-switch.ts';

/** The authority's clock: that of this machine, with the offset of a directive. Timers use this machine's time. */
export class SandboxClock implements Clock {
  readonly #clock: Clock;
  readonly #faults: FaultSwitch;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, faults: FaultSwitch) {
    this.#clock = clock;
    this.#faults = faults;
  }

  now(): number {
    return this.#clock.now() + 1000 * (this.#faults.find('clock-skew')?.seconds ?? 0);
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(milliseconds: number, callback: () => void): () => void {
    const cancel = this.#clock.after(milliseconds, () => {
      this.#waiting.delete(cancel);
      callback();
    });
    this.#waiting.add(cancel);
    return cancel;
  }

  /** Cancels timers, which must not keep the process alive when the sandbox closes. */
  cancelAll(): void {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
  }
}
