import path from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvent, EnvironmentEvents } from '../environment/events.ts';
import { openEnvironment } from '../environment/open-environment.ts';
import type { EnvironmentOptions } from '../environment/options.ts';
import { failureOf } from '../platform/dispatch.ts';
import { createEmitter } from '../platform/emitter.ts';
import { makeFolder } from '../platform/make-folder.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import type { Vaults } from './environment-vaults.ts';
import type { TerminalPeople } from './terminal-people.ts';

/** Opens the environments of a terminal one by one, each with its own folder and vault. */
export interface EnvironmentOpener {
  /**
   * Opens an environment. @param hasBegun false for an environment that is not set up yet, which opens only with its
   * vault
   * @throws FailureError
   */
  open(name: EnvironmentName, hasBegun: boolean, passphrase?: string): Promise<OpenEnvironment>;
  /**
   * Opens one that is not for the screen.
   * @returns undefined when it cannot open, which does not keep the shop from selling
   */
  openBeside(name: EnvironmentName): Promise<OpenEnvironment | undefined>;
}

export interface EnvironmentOpenerOptions
  extends Pick<
    EnvironmentOptions,
    | 'stateFolder'
    | 'clock'
    | 'random'
    | 'fetch'
    | 'policy'
    | 'safeMode'
    | 'resolveProxy'
    | 'log'
    | 'version'
    | 'handOver'
    | 'cardTerminal'
    | 'sends'
    | 'carryOut'
  > {
  /** The folder of the terminal. */
  readonly folder: string;
  readonly vaults: Vaults;
  readonly people: Pick<TerminalPeople, 'opening' | 'opened' | 'guardedVault'>;
  readonly language: () => Language;
  /** True to open an environment with a damaged ledger, see `TerminalOptions`. */
  readonly opensBroken?: boolean | undefined;
  /** The faults for the training sandbox to simulate. */
  readonly faults: EnvironmentOptions['faults'];
  /** Adds listeners to an environment that is about to be opened. */
  readonly follow: (name: EnvironmentName, events: EnvironmentEvents) => void;
}

export function createEnvironmentOpener(options: EnvironmentOpenerOptions): EnvironmentOpener {
  const { folder, vaults, people, log, faults, follow } = options;
  /** The vaults of environments that were opened before, which stay open while an environment is reopened. */
  const known = new Map<EnvironmentName, LockableVault>();

  function vaultOf(name: EnvironmentName): LockableVault {
    const vault = known.get(name) ?? vaults.create(name, path.join(folder, name));
    known.set(name, vault);
    return vault;
  }

  /** Opens an environment whose ledger is damaged without it, if the entry point lets a person restore it. */
  async function openEvenBroken(of: EnvironmentOptions): Promise<OpenEnvironment> {
    try {
      return await openEnvironment(of);
    } catch (error) {
      const isBroken = error instanceof FailureError && error.failure.code === 'ledger-broken';
      if (!isBroken || options.opensBroken !== true) throw error;
      log.error({ err: error, environment: of.environment }, 'the ledger is damaged');
      return openEnvironment({ ...of, broken: error.failure });
    }
  }

  async function open(
    name: EnvironmentName,
    hasBegun: boolean,
    passphrase?: string,
  ): Promise<OpenEnvironment> {
    const own = path.join(folder, name);
    makeFolder(own);
    const vault = vaultOf(name);
    // A new environment is not set up without a vault; an existing one opens locked, and its status shows this.
    if (!hasBegun) await vault.open(passphrase);
    const events = createEmitter<EnvironmentEvent>((error, { type }) =>
      failureOf(error, log, `hearing of ${type}`),
    );
    follow(name, events);
    people.opening(name);
    const environment = await openEvenBroken({
      ...options,
      environment: name,
      folder: own,
      vault: people.guardedVault(name, vault),
      faults: name === 'training' ? faults : undefined,
      events,
    }).catch((error: unknown) => {
      people.opened(name, undefined);
      throw error;
    });
    people.opened(name, environment.broken === undefined ? environment : undefined);
    return environment;
  }

  return {
    open,
    async openBeside(name) {
      try {
        return await open(name, true);
      } catch (error) {
        log.error({ err: error, environment: name }, 'environment cannot open');
        const vault = known.get(name);
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
