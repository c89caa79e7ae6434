import type { Alarm } from '../../shared/alarm.ts';
import type { IntegrationPart } from '../../shared/contract/events.ts';
import type { RefusedCredential, ServerTimeSighting } from '../gateway/observe.ts';
import type { Emitter } from '../platform/emitter.ts';

/** What happens within one environment. Who makes it happen emits it; who cares listens. */
export type EnvironmentEvent =
  /** A document was issued, or its submission moved. */
  | { readonly type: 'invoice-changed'; readonly uuid: string }
  /** The credential, the way to one, or whether it serves is another. */
  | { readonly type: 'credential-changed' }
  /** A credential flow moved, or what it brought proved itself. */
  | { readonly type: 'flow-changed' }
  /** Another credential is in force and stamps from now on. */
  | { readonly type: 'credential-activated' }
  /** The gateway answered 401 or 403. */
  | { readonly type: 'credential-rejected'; readonly rejected: RefusedCredential }
  /** An answer of the gateway said what time it is. */
  | { readonly type: 'gateway-time'; readonly sighting: ServerTimeSighting }
  /** Something that an alarm is about may have begun or ended. */
  | { readonly type: 'health-changed' }
  /** Something a person must know has come up. */
  | { readonly type: 'alarm'; readonly alarm: Alarm }
  /** The alarms of the moment are others than before. */
  | { readonly type: 'alarms-changed' }
  /** A backup began, ended or failed, or goes elsewhere. */
  | { readonly type: 'backups-changed' }
  /** Something that a screen shows of this part of the integrations may be different now. */
  | { readonly type: 'integrations-changed'; readonly part: IntegrationPart };

export type EnvironmentEvents = Emitter<EnvironmentEvent>;
