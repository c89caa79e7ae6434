import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import type { Policy } from '../network/policy.ts';
import type { ResolveProxy } from '../network/system-proxy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { Faults } from '../sandbox/faults.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import type { EnvironmentEvents } from './events.ts';

/** What an environment is opened with. */
export interface EnvironmentOptions {
  readonly environment: EnvironmentName;
  /** Of this environment alone. */
  readonly folder: string;
  /** Of this user on this machine, outside the data folder. */
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Evenly from [0, 1). */
  readonly random: () => number;
  readonly fetch: typeof globalThis.fetch;
  /** The network policy that the administrator of this machine set. */
  readonly policy: Policy;
  /** Of the system, where the program's window can ask it. */
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly log: Logger;
  readonly vault: LockableVault;
  /** What its people read; the authority is asked for its messages in it. */
  readonly language: () => Language;
  /** Of the training sandbox. */
  readonly faults?: Faults | undefined;
  /** Of this environment: who listens before it is opened misses none. */
  readonly events: EnvironmentEvents;
  /** Of the program: what an older one could not send may go with this one. */
  readonly version: string;
}
