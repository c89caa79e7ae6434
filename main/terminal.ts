import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TerminalEvent } from '../shared/contract/events.ts';
import type { TerminalStatus } from '../shared/contract/terminal.ts';
import { fail, type Result } from '../shared/failure.ts';
import type { Environment as EnvironmentName, Role } from '../shared/status.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Caller, createDispatch, type Dispatch, type Handlers } from './commands.ts';
import type { OpenEnvironment } from './environment/environment.ts';
import { openEnvironment } from './environment/open-environment.ts';
import { EventStream } from './event-stream.ts';
import { createCredentialHandlers } from './handlers/credentials.ts';
import { createEnvironmentHandlers } from './handlers/environments.ts';
import { createInvoiceHandlers } from './handlers/invoices.ts';
import { createPeopleHandlers } from './handlers/people.ts';
import { createUpkeepHandlers } from './handlers/upkeep.ts';
import { openDatabase } from './ledger/database.ts';
import { toInvoiceRow } from './ledger/entry.ts';
import { createSettings } from './ledger/settings.ts';
import { openLog } from './log.ts';
import { begunEnvironments, environmentAtStart } from './on-screen.ts';
import { type Outstanding, outstandingOf } from './outstanding.ts';
import { createDesk } from './people/desk.ts';
import { terminalMigrations } from './people/migrations.ts';
import { openPeople } from './people/people.ts';
import { createReceiptHandlers } from './receipt/handlers.ts';
import type { ReceiptPrinter } from './receipt/printer.ts';
import type { Faults } from './sandbox/faults.ts';
import { statusOf } from './terminal-status.ts';
import type { VaultDoor } from './vault/vault-door.ts';
import { openVaults, type VaultsOptions } from './vaults.ts';

export interface TerminalOptions extends Omit<VaultsOptions, 'settings'> {
  /** Holds everything the terminal keeps; made when it is not there. */
  readonly folder: string;
  readonly version: string;
  /** Which environment to put on the screen; the one chosen last, or production once it has begun, where left out. */
  readonly environment?: EnvironmentName | undefined;
  /** Nothing but training may be opened: for a door that anybody at this machine may use. */
  readonly trainingOnly?: boolean;
  readonly clock?: Clock;
  readonly fetch?: typeof globalThis.fetch;
  /** Of the training sandbox. */
  readonly faults?: Faults;
  /** Left out where the door has none: then the page prints its receipts. */
  readonly printer?: ReceiptPrinter;
}

/** The terminal as its doors see it. */
export interface Terminal {
  /** The one on the screen. */
  readonly environment: EnvironmentName;
  /** Runs one command of the contract for somebody. */
  readonly call: Dispatch;
  /** The same for whoever is signed in at the screen. */
  callFromDesk(name: unknown, input: unknown): Promise<Result<unknown>>;
  onEvent(listener: (event: TerminalEvent) => void): () => void;
  /** What may have held the queues is gone, the network after sleep for instance: all that waits goes now. */
  wake(reason: 'network' | 'credential'): void;
  /** What is still done while nobody is at the screen: whether to end the program is asked by it. */
  outstanding(): Outstanding;
  /** Resolves when sales can be issued, or the screen's environment waits for a person; rejects with why it cannot. */
  ready(): Promise<void>;
  /** Resolves when nothing is being sent and nothing is due, in the environment on the screen. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the terminal of a data folder with every environment that has begun there, and starts all of its work. The
 * queues of all environments go on, whichever is on the screen. Composition root: what belongs to the terminal is made
 * here, what belongs to one environment in `environment.ts`.
 * @throws FailureError when terminal.db, or the environment for the screen, cannot be opened
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { folder, version, clock = systemClock, fetch = globalThis.fetch, faults } = options;
  makeFolder(folder);
  const log = openLog(folder);
  const database = openDatabase(path.join(folder, 'terminal.db'), terminalMigrations);
  const settings = createSettings(database);
  const people = openPeople(database, clock);
  const desk = createDesk(people, () => events.tellStatus());
  const events = new EventStream(clock, () => (opened.has(onScreen) ? status(desk.role()) : undefined));

  const vaults = openVaults({ ...options, settings });
  const opened = new Map<EnvironmentName, OpenEnvironment>();
  /** Whoever asks meanwhile waits, and does not reach a ledger that is being closed. */
  let reopening: Promise<void> = Promise.resolve();
  const doors = new Map<EnvironmentName, VaultDoor>();
  const handlers = new Map<EnvironmentName, Handlers>();
  let onScreen: EnvironmentName = 'training';

  async function open(name: EnvironmentName, passphrase?: string): Promise<OpenEnvironment> {
    const own = path.join(folder, name);
    makeFolder(own);
    // One that was opened stays open while its environment is closed and opened again.
    const vault = doors.get(name) ?? vaults.door(name, own);
    doors.set(name, vault);
    // An environment without a vault does not begin; one that has begun opens locked, and says so.
    if (!begunEnvironments(settings).includes(name)) await vault.open(passphrase);
    const environment = await openEnvironment({
      environment: name,
      folder: own,
      clock,
      fetch,
      log,
      vault,
      faults: name === 'training' ? faults : undefined,
      onInvoice: (entry) => {
        if (onScreen === name) events.tell({ type: 'invoice', invoice: toInvoiceRow(entry) });
      },
      onCredential: () => tellCredential(name),
      onApprovals: () => {
        if (onScreen === name) events.tell({ type: 'approvals' });
      },
      // Of whichever environment: production's deadlines count while training is on the screen.
      onAlarm: (alarm) => events.tell({ type: 'alarm', environment: name, alarm }),
      onAlarmsChange: () => {
        if (onScreen === name) events.tellStatus();
      },
      onBackups: (backups) => {
        if (onScreen === name) events.tell({ type: 'backups', backups });
      },
      version,
    });
    opened.set(name, environment);
    handlers.set(name, {
      ...common,
      ...createInvoiceHandlers(environment, clock),
      ...createUpkeepHandlers(environment, clock),
      ...createReceiptHandlers({
        receipts: environment.receipts,
        settings,
        printer: options.printer,
        audit: environment.ledger.audit,
        now: () => clock.now(),
      }),
      ...environment.integrations.handlers,
      ...createCredentialHandlers(
        environment,
        clock,
        () => people.list().length > 0,
        () => events.tellStatus(),
      ),
    });
    return environment;
  }

  function tellCredential(name: EnvironmentName): void {
    const environment = opened.get(name);
    if (environment === undefined || onScreen !== name) return;
    events.tellStatusNow();
    const steps = environment.onboarding();
    if (steps.length > 0) events.tell({ type: 'onboarding', steps });
    events.tell({ type: 'credential', credential: environment.credentialView() });
  }

  async function show(name: EnvironmentName, passphrase: string | undefined): Promise<void> {
    if (options.trainingOnly === true && name !== 'training') fail('not-allowed');
    if (!opened.has(name)) {
      await open(name, passphrase);
      settings.set('begun', [...new Set([...begunEnvironments(settings), name])]);
      if (name === 'production') takeOverCompany();
    }
    onScreen = name;
    settings.set('on-screen', name);
    await here()
      .ready()
      .catch(() => undefined);
    tellCredential(name);
    events.tellStatus();
  }

  /** Who tried in simulation need not type it all again. */
  function takeOverCompany(): void {
    const tried = opened.get('simulation')?.company();
    const production = opened.get('production');
    if (tried !== undefined && production?.company() === undefined)
      production?.ledger.settings.set('company', tried);
  }

  function reopen(name: EnvironmentName): Promise<void> {
    reopening = reopening.catch(() => undefined).then(() => closeAndOpen(name));
    return reopening;
  }

  async function closeAndOpen(name: EnvironmentName): Promise<void> {
    const before = opened.get(name);
    opened.delete(name);
    await before?.close();
    const environment = await open(name);
    // Why it is not ready is in its status; what was set is set.
    await environment.ready().catch(() => undefined);
    tellCredential(name);
  }

  const here = () => opened.get(onScreen) ?? fail('terminal-busy');

  function status(role: Role): TerminalStatus {
    return { ...statusOf(here(), clock), role, person: desk.person()?.name, version };
  }

  const common = {
    'terminal.status': (_: unknown, { role }: Caller) => status(role),
    'terminal.onboarding': () => ({ steps: here().onboarding() }),
    ...createPeopleHandlers({
      people,
      desk,
      needsManager: () => begunEnvironments(settings).some((name) => name !== 'training'),
      audit: (actor, action, detail) => here().ledger.audit.write({ at: clock.now(), actor, action, detail }),
    }),
    ...createEnvironmentHandlers({
      opened: () => opened,
      onScreen: () => onScreen,
      show,
      reopen,
      hasPeople: () => people.list().length > 0,
      hasOwnVault: vaults.hasOwn,
      now: () => clock.now(),
    }),
  };

  const dispatch = createDispatch(() => handlers.get(onScreen) ?? fail('terminal-busy'), log);
  const call: Dispatch = async (...asked) => {
    await reopening.catch(() => undefined);
    return dispatch(...asked);
  };
  await openAll();

  /** The screen's environment must open; another that cannot does not keep the shop from selling. */
  async function openAll(): Promise<void> {
    try {
      onScreen = options.trainingOnly ? 'training' : environmentAtStart(settings, options.environment);
      await open(onScreen);
      settings.set('begun', [...new Set([...begunEnvironments(settings), onScreen])]);
    } catch (error) {
      database.close();
      throw error;
    }
    for (const name of begunEnvironments(settings)) {
      // Training's documents reach nobody: its sandbox rests while it is not on the screen.
      if (name === onScreen || name === 'training' || options.trainingOnly) continue;
      await open(name).catch((error) =>
        log.error({ err: error, environment: name }, 'environment cannot open'),
      );
    }
  }

  return {
    get environment() {
      return onScreen;
    },
    call,
    callFromDesk: (name, input) =>
      call(name, input, { role: desk.role(), name: desk.person()?.name ?? 'screen' }),
    onEvent: (listener) => events.subscribe(listener),
    wake: (reason) => {
      for (const { submitter } of opened.values()) submitter.wake(reason);
    },
    outstanding: () => outstandingOf(opened.values()),
    ready: () => here().ready(),
    idle: () => here().submitter.idle(),
    async close() {
      events.close();
      await Promise.all([...opened.values()].map((environment) => environment.close()));
      database.close();
    },
  };
}

/** The shop's books: for this user alone. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    fail('folder-unusable', {}, cause);
  }
}
