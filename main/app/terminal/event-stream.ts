import type { IntegrationPart, TerminalEvent } from '../../../shared/contract/events.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Revisions } from '../../base/platform/revisions.ts';

/** A function that receives each event with its revision. */
export type EventListener = (event: TerminalEvent, revision: number) => void;

/** The least milliseconds between two status events. */
const statusEvery = 200;

/** The least milliseconds between two events about the integrations: a busy outbox changes many rows. */
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

  /** Begins to send the status. @param status undefined at a moment when there is none */
  begin(status: () => TerminalStatus | undefined): void {
    this.#status = status;
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends one event at once, and soon afterwards the status, which may have changed too. */
  emit(event: Exclude<TerminalEvent, { type: 'status' }>): void {
    this.#send(event);
    this.emitStatus();
  }

  /** Sends the first change at once, and combines those that follow closely. */
  emitIntegrations(part: IntegrationPart): void {
    if (this.#closed) return;
    this.#changedParts.add(part);
    if (this.#cancelParts === undefined) this.#emitParts();
  }

  emitStatus(): void {
    // When the terminal closes, a call may still end; then there are no listeners and no ledger.
    if (this.#closed) return;
    this.#cancel ??= this.#clock.after(statusEvery, () => this.emitStatusNow());
  }

  /** Sends the status without delay, because a screen must not use the old status together with newer answers. */
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
