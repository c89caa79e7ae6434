import type { Clock } from '../base/platform/clock.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { Authority } from './authority.ts';
import type { EnvironmentPlay } from './environments.ts';
import type { FaultSwitch } from './faults/fault-switch.ts';
import type { CredentialStore } from './store/credential-store.ts';
import type { DocumentStore } from './store/document-store.ts';

export interface SandboxContext {
  readonly profile: GatewayProfile;
  readonly play: EnvironmentPlay;
  readonly clock: Clock;
  readonly authority: Authority;
  readonly credentials: CredentialStore;
  readonly documents: DocumentStore;
  readonly faults: FaultSwitch;
}
