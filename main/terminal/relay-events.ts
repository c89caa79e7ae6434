import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvents } from '../environment/events.ts';
import { toInvoiceRow } from '../ledger/entry.ts';
import type { EventStream } from './event-stream.ts';

export interface RelayOptions {
  readonly name: EnvironmentName;
  /** undefined while it is being opened. */
  readonly environment: () => OpenEnvironment | undefined;
  readonly isOnScreen: () => boolean;
}

/** Tells the screen what happens in the environment that is on it; alarms, of whichever environment they are. */
export function relayEvents(
  events: EnvironmentEvents,
  stream: EventStream,
  { name, environment, isOnScreen }: RelayOptions,
): void {
  const shown = () => (isOnScreen() ? environment() : undefined);
  events.on('invoice-changed', ({ uuid }) => {
    const entry = shown()?.ledger.documents.get(uuid);
    if (entry !== undefined) stream.tell({ type: 'invoice', invoice: toInvoiceRow(entry) });
  });
  events.on('credential-changed', () => {
    const open = shown();
    if (open !== undefined) tellCredential(open, stream);
  });
  events.on('integrations-changed', ({ part }) => {
    if (isOnScreen()) stream.tellIntegrations(part);
  });
  events.on('backups-changed', () => {
    const open = shown();
    if (open !== undefined) stream.tell({ type: 'backups', backups: open.backups.view() });
  });
  events.on('alarms-changed', () => {
    if (isOnScreen()) stream.tellStatus();
  });
  // Production's deadlines count while training is on the screen.
  events.on('alarm', ({ alarm }) => stream.tell({ type: 'alarm', environment: name, alarm }));
}

/** Tells all that a screen shows of an environment's credential. */
export function tellCredential(environment: OpenEnvironment, stream: EventStream): void {
  stream.tellStatusNow();
  const steps = environment.onboarding();
  if (steps.length > 0) stream.tell({ type: 'onboarding', steps });
  stream.tell({ type: 'credential', credential: environment.credentialView() });
}
