import type { Alarm } from '../../../shared/alarm.ts';
import type { IntegrationPart } from '../../../shared/contract/events.ts';
import type { Emitter } from '../../base/platform/emitter.ts';
import type { RefusedCredential, ServerTimeReading } from '../../gateway/observe.ts';

/** The events within one environment. Each is emitted where it happens, and every part that needs it can listen. */
export type EnvironmentEvent =
  /** A document was issued, or the state of its submission changed. */
  | { readonly type: 'invoice-changed'; readonly uuid: string }
  /** The credential, the flow that requests one, or the ability to use it changed. */
  | { readonly type: 'credential-changed' }
  /** A credential flow advanced, or its new credential was accepted. */
  | { readonly type: 'flow-changed' }
  /** Another credential is in force and stamps from now on. */
  | { readonly type: 'credential-activated' }
  /** The address or the version of the gateway was set, perhaps by another program: the environment is opened again. */
  | { readonly type: 'gateway-set' }
  /** The gateway answered 401 or 403. */
  | { readonly type: 'credential-rejected'; readonly rejected: RefusedCredential }
  /** An answer of the gateway carried the time. */
  | { readonly type: 'gateway-time'; readonly reading: ServerTimeReading }
  /** The proxy or the trusted authorities were changed. */
  | { readonly type: 'network-changed' }
  /** The head office and the ledger no longer agree, or agree again. */
  | { readonly type: 'office-compared' }
  /** Work failed, perhaps because the ledger is damaged. */
  | { readonly type: 'ledger-suspected' }
  /** The cause of an alarm may have begun or ended. */
  | { readonly type: 'health-changed' }
  /** A new alarm was raised. */
  | { readonly type: 'alarm'; readonly alarm: Alarm }
  /** The active alarms have changed. */
  | { readonly type: 'alarms-changed' }
  /** A backup began, ended or failed, or the folder for backups changed. */
  | { readonly type: 'backups-changed' }
  /** The work on the file of a month advanced or ended. */
  | { readonly type: 'month-changed' }
  /** The state of this part of the integrations changed, so a screen must read it again. */
  | { readonly type: 'integrations-changed'; readonly part: IntegrationPart };

type EventType = EnvironmentEvent['type'];

/** The events that carry no data. */
export type BareEventType = {
  [T in EventType]: keyof Extract<EnvironmentEvent, { type: T }> extends 'type' ? T : never;
}[EventType];

export type EnvironmentEvents = Emitter<EnvironmentEvent>;
