import type { IntegrationPart, TerminalEvent } from '../../shared/contract/events.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Revisions } from '../platform/revisions.ts';

/** Hears each event with its revision. */
export type EventListener = (event: TerminalEvent, revision: number) => void;

/** Status is told at most this often while much is going on, milliseconds. */
const statusEvery = 200;

/** Changes of the integrations are told at most this often, milliseconds: a busy outbox moves many rows a second. */
const integrationsEvery = 500;

/** What the terminal tells its entry points without being asked. */
export class EventStream {
  readonly #listeners = new Set<EventListener>();
  readonly #clock: Clock;
  readonly #revisions: Revisions;
  #status: () => TerminalStatus | undefined = () => undefined;
  #cancel: (() => void) | undefined;
  readonly #changedParts = new Set<IntegrationPart>();
  #cancelParts: (() => void) | undefined;
  #closed = false;

  constructor(clock: Clock, revisions: Revisions) {
    this.#clock = clock;
    this.#revisions = revisions;
  }

  /** @param status undefined for a moment in which there is nothing to say */
  begin(status: () => TerminalStatus | undefined): void {
    this.#status = status;
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells one event at once, and the status that it may have changed soon after. */
  tell(event: Exclude<TerminalEvent, { type: 'status' }>): void {
    this.#send(event);
    this.tellStatus();
  }

  /** Tells the first change at once, and those that follow closely together with the last of them. */
  tellIntegrations(part: IntegrationPart): void {
    if (this.#closed) return;
    this.#changedParts.add(part);
    if (this.#cancelParts === undefined) this.#tellParts();
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
    this.#cancelParts?.();
  }

  #tellParts(): void {
    this.#cancelParts = undefined;
    if (this.#changedParts.size === 0) return;
    const parts = [...this.#changedParts];
    this.#changedParts.clear();
    this.#cancelParts = this.#clock.after(integrationsEvery, () => this.#tellParts());
    this.#send({ type: 'integrations', parts });
  }

  #send(event: TerminalEvent): void {
    const revision = this.#revisions.next();
    for (const listener of this.#listeners) listener(event, revision);
  }
}
