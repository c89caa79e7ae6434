import path from 'node:path';
import { fail } from '../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvent, EnvironmentEvents } from '../environment/events.ts';
import { openEnvironment } from '../environment/open-environment.ts';
import type { EnvironmentOptions } from '../environment/options.ts';
import { closeTogether } from '../platform/close-in-order.ts';
import { failureOf } from '../platform/dispatch.ts';
import { createEmitter } from '../platform/emitter.ts';
import { makeFolder } from '../platform/private-files.ts';
import type { Settings } from '../platform/settings.ts';
import type { Faults } from '../sandbox/faults.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import { begunEnvironments, environmentAtStart } from './active-environment.ts';
import type { Vaults } from './environment-vaults.ts';
import type { TerminalPeople } from './terminal-people.ts';

/** The environments that are open on this terminal, and the one of them on the screen. */
export interface OpenEnvironments {
  readonly onScreen: EnvironmentName;
  /** The one on the screen. @throws FailureError `terminal-busy` while it is being closed and opened again */
  current(): OpenEnvironment;
  all(): ReadonlyMap<EnvironmentName, OpenEnvironment>;
  /** Those that have begun on this terminal, open or not. */
  begun(): readonly EnvironmentName[];
  /** Opens the one for the screen, which must open, and every other that has begun. */
  openAll(asked: EnvironmentName | undefined): Promise<void>;
  /** Puts one on the screen; begins it first where it has not begun. @throws FailureError */
  show(name: EnvironmentName, passphrase: string | undefined): Promise<void>;
  /** Closes one and opens it again, after its address or version was set. */
  reopen(name: EnvironmentName): Promise<void>;
  /** Resolves when none is being closed and opened again. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenEnvironmentsOptions
  extends Pick<
    EnvironmentOptions,
    'stateFolder' | 'clock' | 'random' | 'fetch' | 'policy' | 'resolveProxy' | 'log' | 'version'
  > {
  /** Of the terminal. */
  readonly folder: string;
  readonly settings: Settings;
  readonly vaults: Vaults;
  readonly people: Pick<TerminalPeople, 'opening' | 'opened' | 'doorOf'>;
  readonly language: () => Language;
  /** Nothing but training may be opened. */
  readonly trainingOnly: boolean;
  /** Of the training sandbox. */
  readonly faults: Faults | undefined;
  /** Listens to an environment that is about to be opened. */
  readonly follow: (name: EnvironmentName, events: EnvironmentEvents) => void;
  /** Another environment is on the screen, or the same one anew. */
  readonly onShown: () => void;
}

/** How long all environments may take to end, milliseconds: the system waits no longer for a program it shuts down. */
const closingMs = 20_000;

export function createOpenEnvironments(options: OpenEnvironmentsOptions): OpenEnvironments {
  const { folder, settings, vaults, people, trainingOnly, log, clock, onShown } = options;
  const opened = new Map<EnvironmentName, OpenEnvironment>();
  /** Of environments that were opened once: a vault stays open while its environment is closed and opened again. */
  const openVaults = new Map<EnvironmentName, LockableVault>();
  let onScreen: EnvironmentName = 'training';
  let reopening: Promise<void> = Promise.resolve();

  const begun = () => begunEnvironments(folder, settings);
  const current = () => opened.get(onScreen) ?? fail('terminal-busy');
  const noteBegun = (name: EnvironmentName) => settings.set('begun', [...new Set([...begun(), name])]);

  function vaultOf(name: EnvironmentName, own: string): LockableVault {
    const vault = openVaults.get(name) ?? vaults.door(name, own);
    openVaults.set(name, vault);
    return vault;
  }

  async function open(name: EnvironmentName, passphrase?: string): Promise<OpenEnvironment> {
    const own = path.join(folder, name);
    makeFolder(own);
    const vault = vaultOf(name, own);
    // An environment without a vault does not begin; one that has begun opens locked, and says so.
    if (!begun().includes(name)) await vault.open(passphrase);
    const events = createEmitter<EnvironmentEvent>((error, { type }) =>
      failureOf(error, log, `hearing of ${type}`),
    );
    options.follow(name, events);
    people.opening(name);
    const environment = await openEnvironment({
      environment: name,
      folder: own,
      stateFolder: options.stateFolder,
      version: options.version,
      clock,
      random: options.random,
      fetch: options.fetch,
      policy: options.policy,
      resolveProxy: options.resolveProxy,
      log,
      vault: people.doorOf(name, vault),
      language: options.language,
      faults: name === 'training' ? options.faults : undefined,
      events,
    }).catch((error: unknown) => {
      people.opened(name, undefined);
      throw error;
    });
    people.opened(name, environment);
    opened.set(name, environment);
    return environment;
  }

  /** Another environment than the screen's that cannot open does not keep the shop from selling. */
  async function openBeside(name: EnvironmentName): Promise<void> {
    try {
      await open(name);
    } catch (error) {
      log.error({ err: error, environment: name }, 'environment cannot open');
      const vault = openVaults.get(name);
      // Its vault may still say who the people are.
      if (vault !== undefined)
        void people
          .doorOf(name, vault)
          .open()
          .catch(() => undefined);
    }
  }

  /** Copies the company from simulation, so that nobody types it twice. */
  function takeOverCompany(): void {
    const tried = opened.get('simulation')?.company();
    const production = opened.get('production');
    if (tried !== undefined && production?.company() === undefined)
      production?.ledger.settings.set('company', tried);
  }

  async function closeAndOpen(name: EnvironmentName): Promise<void> {
    const before = opened.get(name);
    opened.delete(name);
    await before?.close();
    const environment = await open(name);
    // Why it is not ready is in its status; what was set is set.
    await environment.ready().catch(() => undefined);
    if (name === onScreen) onShown();
  }

  return {
    get onScreen() {
      return onScreen;
    },
    current,
    all: () => opened,
    begun,
    async openAll(asked) {
      onScreen = trainingOnly ? 'training' : environmentAtStart(folder, settings, asked);
      await open(onScreen);
      noteBegun(onScreen);
      if (trainingOnly) return;
      // Training's documents reach nobody: its sandbox rests while it is not on the screen.
      for (const name of begun()) if (name !== onScreen && name !== 'training') await openBeside(name);
    },
    async show(name, passphrase) {
      if (trainingOnly && name !== 'training') fail('not-allowed');
      if (!opened.has(name)) {
        await open(name, passphrase);
        noteBegun(name);
        if (name === 'production') takeOverCompany();
      }
      onScreen = name;
      settings.set('on-screen', name);
      await current()
        .ready()
        .catch(() => undefined);
      onShown();
    },
    reopen(name) {
      reopening = reopening.catch(() => undefined).then(() => closeAndOpen(name));
      return reopening;
    },
    settled: () => reopening.catch(() => undefined),
    async close() {
      await closeTogether(Object.fromEntries([...opened].map(([name, { close }]) => [name, close])), {
        clock,
        onError: (error) => failureOf(error, log, 'closing'),
        withinMs: closingMs,
      });
    },
  };
}
