import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { companySetting } from '../../../shared/stored/settings/environment.ts';
import { begunSetting, onScreenSetting } from '../../../shared/stored/settings/terminal.ts';
import { closeTogether } from '../../base/platform/close-in-order.ts';
import { failureOf } from '../../base/platform/dispatch.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import { backupFolderTried } from '../environment/backups/backup-folder.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { EnvironmentEvents } from '../environment/events.ts';
import { begunEnvironments, environmentAtStart } from './active-environment.ts';
import { createEnvironmentOpener, type EnvironmentOpenerOptions } from './environment-opener.ts';
import type { RelayOptions } from './relay-events.ts';
import type { TerminalContext } from './terminal-context.ts';

export interface OpenEnvironmentsOptions extends Omit<EnvironmentOpenerOptions, 'follow' | 'isOnScreen'> {
  /** Called when another environment is on the screen, or the same one opened again. */
  readonly onShown: (environment: OpenEnvironment) => void;
  /** Sends the events of an environment that is about to be opened to the screen. */
  readonly relay: (events: EnvironmentEvents, environment: RelayOptions) => void;
}

/** The milliseconds within which all environments must stop: a system that shuts down waits no longer. */
const closingMs = 20_000;

type Opened = ReadonlyMap<EnvironmentName, OpenEnvironment>;

/** Copies the company of simulation and the folder for backups, so that nobody has to enter these twice. */
function takeOver(opened: Opened): void {
  const simulation = opened.get('simulation');
  const production = opened.get('production');
  const tried = simulation?.company();
  if (tried !== undefined && production?.company() === undefined)
    production?.ledger.settings.write(companySetting, tried);
  const folder = backupFolderTried(opened);
  if (folder !== undefined && production?.backups.view().folder === undefined)
    production?.backups.setFolder(folder);
}

async function closeAll(opened: Opened, { clock, log }: TerminalContext): Promise<void> {
  await closeTogether(Object.fromEntries([...opened].map(([name, { close }]) => [name, close])), {
    clock,
    onError: (error) => failureOf(error, log, 'closing'),
    withinMs: closingMs,
  });
}

/** Returns the function that gives the reason why a program cannot show an environment. */
const unavailableWhere =
  (trainingOnly: boolean) =>
  (name: EnvironmentName): Failure | undefined =>
    trainingOnly && name !== 'training' ? { code: 'training-only' } : undefined;

/** Waits until an environment is ready; if it is not, the status shows why. */
const orShown = (environment: OpenEnvironment) => environment.ready().catch(() => undefined);

function refuse(failure: Failure | undefined): void {
  if (failure !== undefined) throw new FailureError(failure);
}

const followWith =
  (
    relay: OpenEnvironmentsOptions['relay'],
    opened: Opened,
    now: () => {
      readonly onScreen: EnvironmentName;
      readonly reopen: (name: EnvironmentName) => Promise<void>;
    },
  ): EnvironmentOpenerOptions['follow'] =>
  (name, events) =>
    relay(events, {
      name,
      environment: () => opened.get(name),
      isOnScreen: () => now().onScreen === name,
      // If it cannot be opened again, each command reports why.
      reopen: () =>
        void now()
          .reopen(name)
          .catch(() => undefined),
    });

function openerOf(
  { context, options, vaults, people, carryOut, machineAlarms }: OpenEnvironmentsOptions,
  isOnScreen: (name: EnvironmentName) => boolean,
  follow: EnvironmentOpenerOptions['follow'],
) {
  return createEnvironmentOpener({
    context,
    options,
    vaults,
    people,
    carryOut,
    machineAlarms,
    isOnScreen,
    follow,
  });
}

/** The environments that are open on this terminal, and the one of them on the screen. */
export function createOpenEnvironments(options: OpenEnvironmentsOptions) {
  const { context, onShown } = options;
  const { folder, settings, trainingOnly } = context;
  const opened = new Map<EnvironmentName, OpenEnvironment>();
  const reopenings = createSerialQueue();
  let onScreen: EnvironmentName = 'training';
  const follow = followWith(options.relay, opened, () => ({ onScreen, reopen }));
  const opener = openerOf(options, (name) => onScreen === name, follow);

  const begun = () => begunEnvironments(folder, settings);
  const reopen = (name: EnvironmentName) => reopenings.run(() => closeAndOpen(name, async () => undefined));
  /** The environment on the screen. @throws FailureError `terminal-busy` while it is being reopened */
  const current = () => opened.get(onScreen) ?? fail('terminal-busy');
  const noteBegun = (name: EnvironmentName) => settings.write(begunSetting, [...new Set([...begun(), name])]);

  async function open(name: EnvironmentName, passphrase?: string): Promise<OpenEnvironment> {
    const environment = await opener.open(name, begun().includes(name), passphrase);
    opened.set(name, environment);
    return environment;
  }

  async function closeAndOpen<T>(name: EnvironmentName, work: () => Promise<T>): Promise<T> {
    const before = opened.get(name);
    opened.delete(name);
    await before?.close();
    try {
      return await work();
    } finally {
      const environment = await open(name);
      await orShown(environment);
      if (name === onScreen) onShown(environment);
    }
  }

  return {
    get onScreen() {
      return onScreen;
    },
    current,
    all: () => opened,
    begun,
    unavailable: unavailableWhere(trainingOnly),
    /** Opens the environment for the screen, which must open, and every other environment that is set up. */
    async openAll(requested: EnvironmentName | undefined) {
      onScreen = trainingOnly ? 'training' : environmentAtStart(folder, settings, requested);
      await open(onScreen);
      noteBegun(onScreen);
      // Training's documents are not important, so its sandbox rests while it is not on the screen.
      const others = begun().filter((name) => name !== onScreen && name !== 'training');
      for (const name of trainingOnly ? [] : others) {
        const environment = await opener.openBeside(name);
        if (environment !== undefined) opened.set(name, environment);
      }
    },
    /** Puts an environment on the screen, and sets it up first if necessary. @throws FailureError */
    async show(name: EnvironmentName, passphrase: string | undefined) {
      refuse(unavailableWhere(trainingOnly)(name));
      if (!opened.has(name)) {
        await open(name, passphrase);
        noteBegun(name);
        if (name === 'production') takeOver(opened);
      }
      onScreen = name;
      settings.write(onScreenSetting, name);
      await orShown(current());
      onShown(current());
    },
    reopen,
    whileClosed: <T>(name: EnvironmentName, work: () => Promise<T>) =>
      reopenings.run(() => closeAndOpen(name, work)),
    settled: reopenings.settled,
    close: () => closeAll(opened, context),
  };
}

export type OpenEnvironments = ReturnType<typeof createOpenEnvironments>;
