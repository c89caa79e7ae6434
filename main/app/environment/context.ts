import { failureOf } from '../../base/platform/dispatch.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { trainingCompany } from './credentials/training.ts';
import type { BareEventType } from './events.ts';
import { profileOf } from './gateway-settings.ts';
import { mayBeDamage } from './guards/damage-watch.ts';
import { openResources } from './open/open-resources.ts';
import type { Services } from './open/services.ts';
import type { EnvironmentOptions } from './options.ts';

/** Opens the files on which an environment builds. @throws FailureError when one cannot be opened */
export async function openContext(options: EnvironmentOptions, services: Services) {
  const { environment, folder, version, clock, random, language, vault, events, log } = options;
  const { ledger, ledgerFile, leaderLock, sender, sandbox } = await openResources(options, services);
  const profile = profileOf(ledger);
  return {
    options,
    environment,
    /** The folder of this environment only. */
    folder,
    version,
    clock,
    random,
    language,
    ledger,
    ledgerFile,
    leaderLock,
    /** The entry by which other processes see that this one has the ledger open. */
    sender,
    /** The training sandbox; undefined in other environments. */
    sandbox,
    secrets: vault.store,
    profile,
    /** Collects the parts to start and stop, in the order in which they are made. */
    services,
    events,
    /** Emits events that carry no data, in this order. */
    emit(...types: readonly BareEventType[]) {
      for (const type of types) events.emit({ type });
    },
    /** Returns the company that sells here; undefined before it was entered. */
    company: () => keptCompany(ledger.settings) ?? (sandbox === undefined ? undefined : trainingCompany),
    /** Returns the shop's interpretation of the rule for uncleared invoices. */
    handOver: options.handOver ?? (() => profile.handOver.usual),
    /** Returns a function that logs an error of work that nobody waits for, and returns the error as a value. */
    report: (doing: string) => (error: unknown) => {
      const failure = failureOf(error, log, doing);
      if (mayBeDamage(failure)) events.emit({ type: 'ledger-suspected' });
      return failure;
    },
  };
}

export type EnvironmentContext = Awaited<ReturnType<typeof openContext>>;
