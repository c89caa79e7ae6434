import type { Company } from '../../../shared/company.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { HandOverRule } from '../../../shared/hand-over.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { Language } from '../../../shared/words/index.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { failureOf } from '../../base/platform/dispatch.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Sender } from '../../books/ledger/queue/sender.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';
import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { trainingCompany } from './credentials/training.ts';
import type { BareEventType, EnvironmentEvents } from './events.ts';
import { profileOf } from './gateway-settings.ts';
import { mayBeDamage } from './guards/damage-watch.ts';
import type { LeaderLock } from './leader-lock.ts';
import { openResources } from './open/open-resources.ts';
import type { Services } from './open/services.ts';
import type { EnvironmentOptions } from './options.ts';

/** The things on which each part of one environment builds. */
export interface EnvironmentContext {
  readonly options: EnvironmentOptions;
  readonly environment: EnvironmentName;
  /** The folder of this environment only. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  readonly language: () => Language;
  readonly ledger: Ledger;
  readonly ledgerFile: string;
  readonly leaderLock: LeaderLock;
  /** The entry by which other processes see that this one has the ledger open. */
  readonly sender: Sender;
  /** The training sandbox; undefined in other environments. */
  readonly sandbox: Sandbox | undefined;
  readonly secrets: SecretStore;
  readonly profile: GatewayProfile;
  /** Collects the parts to start and stop, in the order in which they are made. */
  readonly services: Services;
  readonly events: EnvironmentEvents;
  /** Emits events that carry no data, in this order. */
  emit(...types: readonly BareEventType[]): void;
  /** Returns the company that sells here; undefined before it was entered. */
  company(): Company | undefined;
  /** Returns the shop's interpretation of the rule for uncleared invoices. */
  handOver(): HandOverRule;
  /** Returns a function that logs an error of work that nobody waits for, and returns the error as a value. */
  report(doing: string): (error: unknown) => Failure;
}

/**
 * Opens the files of an environment, on which its parts build.
 * @throws FailureError when the ledger or the sandbox cannot be opened
 */
export async function openContext(
  options: EnvironmentOptions,
  services: Services,
): Promise<EnvironmentContext> {
  const { environment, folder, version, clock, random, language, vault, events, log } = options;
  const { ledger, ledgerFile, leaderLock, sender, sandbox } = await openResources(options, services);
  const profile = profileOf(ledger);
  return {
    options,
    environment,
    folder,
    version,
    clock,
    random,
    language,
    ledger,
    ledgerFile,
    leaderLock,
    sender,
    sandbox,
    secrets: vault.store,
    profile,
    services,
    events,
    emit(...types) {
      for (const type of types) events.emit({ type });
    },
    company: () => keptCompany(ledger.settings) ?? (sandbox === undefined ? undefined : trainingCompany),
    handOver: options.handOver ?? (() => profile.handOver.usual),
    report: (doing) => (error) => {
      const failure = failureOf(error, log, doing);
      if (mayBeDamage(failure)) events.emit({ type: 'ledger-suspected' });
      return failure;
    },
  };
}
