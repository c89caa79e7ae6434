import type { Failure } from '../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { failureOf } from '../platform/dispatch.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { mayBeDamage } from './damage-watch.ts';
import type { EnvironmentEvents } from './events.ts';
import { profileOf } from './gateway-settings.ts';
import type { EnvironmentOptions } from './options.ts';

/** The things that every part of one environment uses. */
export interface EnvironmentContext {
  readonly environment: EnvironmentName;
  /** The folder of this environment only. */
  readonly folder: string;
  /** The version of the program. */
  readonly version: string;
  readonly clock: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  readonly language: () => Language;
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly profile: GatewayProfile;
  readonly events: EnvironmentEvents;
  /** Returns a function that logs an error of work that nobody waits for, and returns the error as a value. */
  report(doing: string): (error: unknown) => Failure;
}

export function createContext(options: EnvironmentOptions, ledger: Ledger): EnvironmentContext {
  const { environment, folder, version, clock, random, language, vault, events, log } = options;
  return {
    environment,
    folder,
    version,
    clock,
    random,
    language,
    ledger,
    secrets: vault.store,
    profile: profileOf(ledger),
    events,
    report: (doing) => (error) => {
      const failure = failureOf(error, log, doing);
      if (mayBeDamage(failure)) events.emit({ type: 'ledger-suspected' });
      return failure;
    },
  };
}
