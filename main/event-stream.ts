import type { TerminalEvent } from '../shared/contract/events.ts';
import type { TerminalStatus } from '../shared/contract/terminal.ts';
import type { Clock } from './clock.ts';

/** Status is told at most this often while much is going on, milliseconds. */
const statusEvery = 200;

/** What the terminal tells its doors without being asked. */
export class EventStream {
  readonly #listeners = new Set<(event: TerminalEvent) => void>();
  readonly #clock: Clock;
  /** undefined for a moment in which there is nothing to say. */
  readonly #status: () => TerminalStatus | undefined;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(clock: Clock, status: () => TerminalStatus | undefined) {
    this.#clock = clock;
    this.#status = status;
  }

  subscribe(listener: (event: TerminalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells one event at once, and the status that it may have changed soon after. */
  tell(event: Exclude<TerminalEvent, { type: 'status' }>): void {
    this.#send(event);
    this.tellStatus();
  }

  tellStatus(): void {
    // A call that settles while the terminal closes has nobody to tell, and no ledger to ask.
    if (this.#closed) return;
    this.#cancel ??= this.#clock.after(statusEvery, () => this.tellStatusNow());
  }

  /** Without waiting: a screen must not go by the old status once it knows the rest. */
  tellStatusNow(): void {
    if (this.#closed) return;
    this.#cancel?.();
    this.#cancel = undefined;
    const status = this.#status();
    if (status !== undefined) this.#send({ type: 'status', status });
  }

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
    this.#cancel?.();
  }

  #send(event: TerminalEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
