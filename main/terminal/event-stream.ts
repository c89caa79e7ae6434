import type { IntegrationPart, TerminalEvent } from '../../shared/contract/events.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Revisions } from '../platform/revisions.ts';

/** Hears each event with its revision. */
export type EventListener = (event: TerminalEvent, revision: number) => void;

/** Least milliseconds between two status events. */
const statusEvery = 200;

/** Least milliseconds between two events about the integrations: a busy outbox moves many rows a second. */
const integrationsEvery = 500;

/** The events that the terminal sends to its entry points unasked. */
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

  /** @param status undefined at a moment when there is none */
  begin(status: () => TerminalStatus | undefined): void {
    this.#status = status;
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends one event at once, and soon after it the status, which may have changed with it. */
  emit(event: Exclude<TerminalEvent, { type: 'status' }>): void {
    this.#send(event);
    this.emitStatus();
  }

  /** Sends the first change at once, and those that follow closely together with the last of them. */
  emitIntegrations(part: IntegrationPart): void {
    if (this.#closed) return;
    this.#changedParts.add(part);
    if (this.#cancelParts === undefined) this.#emitParts();
  }

  emitStatus(): void {
    // A call that settles while the terminal closes has no listener left, and no ledger.
    if (this.#closed) return;
    this.#cancel ??= this.#clock.after(statusEvery, () => this.emitStatusNow());
  }

  /** Sends the status without delay: a screen must not use the old one together with newer answers. */
  emitStatusNow(): void {
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

  #emitParts(): void {
    this.#cancelParts = undefined;
    if (this.#changedParts.size === 0) return;
    const parts = [...this.#changedParts];
    this.#changedParts.clear();
    this.#cancelParts = this.#clock.after(integrationsEvery, () => this.#emitParts());
    this.#send({ type: 'integrations', parts });
  }

  #send(event: TerminalEvent): void {
    const revision = this.#revisions.next();
    for (const listener of this.#listeners) listener(event, revision);
  }
}
