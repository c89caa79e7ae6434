import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { toInvoiceRow } from '../../books/ledger/documents/entry.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvents } from '../environment/events.ts';
import type { EventStream } from './event-stream.ts';

export interface RelayOptions {
  readonly name: EnvironmentName;
  /** Returns the environment; undefined while it is being opened. */
  readonly environment: () => OpenEnvironment | undefined;
  readonly isOnScreen: () => boolean;
  /** Opens the environment again, for another gateway. */
  readonly reopen: () => void;
}

/** Sends the screen the events of its environment, and alarms of every environment. */
export function relayEvents(
  events: EnvironmentEvents,
  stream: EventStream,
  { name, environment, isOnScreen, reopen }: RelayOptions,
): void {
  const shown = () => (isOnScreen() ? environment() : undefined);
  events.on('invoice-changed', ({ uuid }) => {
    const entry = shown()?.ledger.documents.get(uuid);
    if (entry !== undefined) stream.emit({ type: 'invoice', invoice: toInvoiceRow(entry) });
  });
  events.on('credential-changed', () => {
    const open = shown();
    if (open !== undefined) emitCredential(open, stream);
  });
  events.on('gateway-set', reopen);
  events.on('integrations-changed', ({ part }) => {
    if (isOnScreen()) stream.emitIntegrations(part);
  });
  events.on('backups-changed', () => {
    const open = shown();
    if (open !== undefined) stream.emit({ type: 'backups', backups: open.backups.view() });
  });
  events.on('month-changed', () => {
    const open = shown();
    if (open !== undefined) stream.emit({ type: 'month', month: open.months.view() });
  });
  events.on('alarms-changed', () => {
    if (isOnScreen()) stream.emitStatus();
  });
  // Production's deadlines count while training is on the screen.
  events.on('alarm', ({ alarm }) => stream.emit({ type: 'alarm', environment: name, alarm }));
}

/** Sends everything that a screen shows of an environment's credential. */
export function emitCredential(environment: OpenEnvironment, stream: EventStream): void {
  stream.emitStatusNow();
  const steps = environment.onboarding();
  if (steps.length > 0) stream.emit({ type: 'onboarding', steps });
  stream.emit({ type: 'credential', credential: environment.credentialView() });
}
