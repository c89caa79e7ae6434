import path from 'node:path';
import type { Alarm } from '../../../shared/alarm.ts';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { failureOf } from '../../base/platform/dispatch.ts';
import { createEmitter } from '../../base/platform/emitter.ts';
import { makeFolder } from '../../base/platform/files/make-folder.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvent, EnvironmentEvents } from '../environment/events.ts';
import { openEnvironment } from '../environment/open/open-environment.ts';
import type { EnvironmentOptions } from '../environment/options.ts';
import type { Vaults } from './environment-vaults.ts';
import type { TerminalOptions } from './options.ts';
import type { TerminalContext } from './terminal-context.ts';
import type { TerminalPeople } from './terminal-people.ts';

export interface EnvironmentOpenerOptions {
  readonly context: TerminalContext;
  readonly options: TerminalOptions;
  readonly vaults: Vaults;
  readonly people: Pick<TerminalPeople, 'opening' | 'opened' | 'guardedVault' | 'isManager' | 'people'>;
  readonly carryOut: EnvironmentOptions['carryOut'];
  /** Returns the alarms of the machine. */
  readonly machineAlarms: () => readonly Alarm[];
  readonly isOnScreen: (name: EnvironmentName) => boolean;
  /** Adds listeners to an environment that is about to be opened. */
  readonly follow: (name: EnvironmentName, events: EnvironmentEvents) => void;
}

/** Opens the environments of a terminal one by one, each with its own folder and vault. */
export function createEnvironmentOpener(options: EnvironmentOpenerOptions) {
  const { vaults, people, follow } = options;
  const { folder, log } = options.context;
  /** The vaults of environments that were opened before, which stay open while an environment is reopened. */
  const openedVaults = new Map<EnvironmentName, LockableVault>();

  function vaultOf(name: EnvironmentName): LockableVault {
    // Training needs no passphrase, and its folder may have been put aside.
    const before = name === 'training' ? undefined : openedVaults.get(name);
    const vault = before ?? vaults.create(name, path.join(folder, name));
    openedVaults.set(name, vault);
    return vault;
  }

  /** Opens an environment whose ledger is damaged without it, if the entry point lets a person restore it. */
  async function openEvenBroken(
    name: EnvironmentName,
    of: (broken?: Failure) => EnvironmentOptions,
  ): Promise<OpenEnvironment> {
    try {
      return await openEnvironment(of());
    } catch (error) {
      const isBroken = error instanceof FailureError && error.failure.code === 'ledger-broken';
      if (!isBroken || options.options.opensBroken !== true) throw error;
      log.error({ err: error, environment: name }, 'the ledger is damaged');
      return openEnvironment(of(error.failure));
    }
  }

  /** Opens one; it needs its vault if it has not begun. @param hasBegun true if it is set up @throws FailureError */
  async function open(
    name: EnvironmentName,
    hasBegun: boolean,
    passphrase?: string,
  ): Promise<OpenEnvironment> {
    const place = path.join(folder, name);
    makeFolder(place);
    const vault = vaultOf(name);
    // A new environment is not set up without a vault; an existing one opens locked, and its status shows this.
    if (!hasBegun) await vault.open(passphrase);
    const events = createEmitter<EnvironmentEvent>((error, { type }) =>
      failureOf(error, log, `hearing of ${type}`),
    );
    follow(name, events);
    people.opening(name);
    const parts = { environment: name, folder: place, vault: people.guardedVault(name, vault), events };
    const environment = await openEvenBroken(name, (broken) => optionsOf(options, parts, broken)).catch(
      (error: unknown) => {
        people.opened(name, undefined);
        throw error;
      },
    );
    people.opened(name, environment.broken === undefined ? environment : undefined);
    return environment;
  }

  return {
    open,
    /** Opens one beside the screen's; undefined when it cannot open, which does not keep the shop from selling. */
    async openBeside(name: EnvironmentName) {
      try {
        return await open(name, true);
      } catch (error) {
        log.error({ err: error, environment: name }, 'environment cannot open');
        const vault = openedVaults.get(name);
        // The people may still be in the vault of this environment.
        if (vault !== undefined)
          void people
            .guardedVault(name, vault)
            .open()
            .catch(() => undefined);
        return undefined;
      }
    },
  };
}

function optionsOf(
  { context, options, people, carryOut, machineAlarms, isOnScreen }: EnvironmentOpenerOptions,
  {
    environment,
    folder,
    vault,
    events,
  }: Pick<EnvironmentOptions, 'environment' | 'folder' | 'vault' | 'events'>,
  broken: Failure | undefined,
): EnvironmentOptions {
  return {
    environment,
    folder,
    vault,
    events,
    broken,
    stateFolder: context.stateFolder,
    clock: context.clock,
    random: context.random,
    fetch: context.fetch,
    policy: context.policy,
    safeMode: context.safeMode,
    resolveProxy: options.resolveProxy,
    log: context.log,
    version: context.version,
    language: context.language,
    handOver: context.handOver,
    cardTerminal: context.cardTerminal,
    sends: options.sends,
    carryOut,
    isManager: people.isManager,
    hasCashier: people.people.hasCashier,
    limits: people.people.limits,
    // They are announced once, not by every environment.
    machineAlarms: () => (isOnScreen(environment) ? machineAlarms() : []),
    faults: environment === 'training' ? options.faults : undefined,
  };
}
