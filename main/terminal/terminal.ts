import type { Answer } from '../../shared/contract/index.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { fail } from '../../shared/failure.ts';
import type { Environment as EnvironmentName, Role } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import { tryPassphrase } from '../commands/vault.ts';
import { createSettings } from '../ledger/settings.ts';
import { policyFile, readPolicy } from '../network/policy.ts';
import type { ResolveProxy } from '../network/system-proxy.ts';
import { createSession } from '../people/session.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { stateFolderOf } from '../platform/data-folder.ts';
import { createDispatch, type Dispatch, failureOf } from '../platform/dispatch.ts';
import { openLog } from '../platform/log.ts';
import { makeFolder, makePrivate } from '../platform/private-files.ts';
import { Revisions } from '../platform/revisions.ts';
import type { ReceiptPrinter } from '../receipt/printer.ts';
import type { Faults } from '../sandbox/faults.ts';
import { openVaults, type VaultsOptions } from './environment-vaults.ts';
import { type EventListener, EventStream } from './event-stream.ts';
import { createOpenEnvironments } from './open-environments.ts';
import { type PendingWork, pendingWorkOf } from './pending-work.ts';
import { relayEvents, tellCredential } from './relay-events.ts';
import { createCommands } from './terminal-commands.ts';
import { openTerminalDatabase } from './terminal-database.ts';
import { terminalIdentity } from './terminal-identity.ts';
import { createTerminalPeople } from './terminal-people.ts';
import { peopleStatus, statusOf } from './terminal-status.ts';

export interface TerminalOptions extends Omit<VaultsOptions, 'identity'> {
  /** Holds everything the terminal keeps; made when it is not there. */
  readonly folder: string;
  /** Of this user on this machine, never inside `folder`; the platform's own place for it where left out. */
  readonly stateFolder?: string;
  readonly version: string;
  /** Which environment to put on the screen; the one chosen last, or production once it has begun, where left out. */
  readonly environment?: EnvironmentName | undefined;
  /** Nothing but training may be opened: for an entry point that anybody at this machine may use. */
  readonly trainingOnly?: boolean;
  readonly clock?: Clock;
  /** Evenly from [0, 1). */
  readonly random?: () => number;
  readonly fetch?: typeof globalThis.fetch;
  /** Of the machine; where the system's own is, where left out. */
  readonly policyFile?: string;
  /** The system's proxies, where the entry point can ask it. */
  readonly resolveProxy?: ResolveProxy;
  /** Of the training sandbox. */
  readonly faults?: Faults;
  /** Left out where the entry point has none: then the page prints its receipts. */
  readonly printer?: ReceiptPrinter;
}

/** The terminal as its entry points see it. */
export interface Terminal {
  /** The one on the screen. */
  readonly environment: EnvironmentName;
  /** Runs one command of the contract for somebody. */
  readonly call: Dispatch;
  /** Runs one command for the person who is signed in at the screen. */
  callFromScreen(name: unknown, input: unknown): Promise<Answer<unknown>>;
  /** The system's own screen was locked, or it goes to sleep: the person who is signed in must enter their PIN again. */
  lock(): void;
  onEvent(listener: EventListener): () => void;
  /** What may have held the queues is gone, the network after sleep for instance: all that waits goes now. */
  wake(reason: 'network' | 'credential'): void;
  /** What is still done while nobody is at the screen: whether to end the program is asked by it. */
  pendingWork(): PendingWork;
  /** Resolves when sales can be issued, or the screen's environment waits for a person; rejects with why it cannot. */
  ready(): Promise<void>;
  /** Resolves when nothing is being sent and nothing is due, in the environment on the screen. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the terminal of a data folder with every environment that has begun there, and starts all of its work. The
 * queues of all environments go on, whichever is on the screen. Composition root: what belongs to the terminal is made
 * here, what belongs to one environment in `openEnvironment`.
 * @throws FailureError when terminal.db, or the environment for the screen, cannot be opened
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { folder, version, clock = systemClock, fetch = globalThis.fetch, random = Math.random } = options;
  const stateFolder = options.stateFolder ?? stateFolderOf(folder);
  const trainingOnly = options.trainingOnly === true;
  makeFolder(folder);
  const log = openLog(folder);
  const report = (doing: string) => (error: unknown) => failureOf(error, log, doing);
  await makePrivate(folder, {
    // Other programs of other users may come to the drop folders; what is in Chromium's is its own to keep.
    isShared: (name) => /^[^/]+\/drop$|^window\/./.test(name),
    onError: (error) => log.warn({ err: error }, 'not made private'),
  });
  const database = openTerminalDatabase(folder);
  const settings = createSettings(database);
  const language = (): Language => (settings.get('language') === 'ar' ? 'ar' : 'en');
  const revisions = new Revisions();
  const events = new EventStream(clock, revisions);

  /** Logs what fails in work that nobody waits for: it stops neither the program nor what comes after it. */
  function quietly<T>(doing: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      report(doing)(error);
      return undefined;
    }
  }

  const terminalPeople = createTerminalPeople({
    database,
    folder,
    settings,
    clock,
    stateFolder,
    trainingOnly,
    onChange: () => events.tellStatus(),
    onAltered: (why, environment) =>
      events.tell({ type: 'alarm', environment, alarm: { kind: 'people', level: 'red', why } }),
    onError: report('holding the people'),
  });
  const { people, guard, attempts } = terminalPeople;
  const vaults = openVaults({ ...options, identity: terminalIdentity(folder, settings) });
  const environments = createOpenEnvironments({
    folder,
    stateFolder,
    version,
    clock,
    random,
    fetch,
    log,
    settings,
    vaults,
    people: terminalPeople,
    language,
    trainingOnly,
    policy: readPolicy(options.policyFile ?? policyFile(process.platform, process.env)),
    resolveProxy: options.resolveProxy,
    faults: options.faults,
    follow: (name, environmentEvents) =>
      relayEvents(environmentEvents, events, {
        name,
        environment: () => environments.all().get(name),
        isOnScreen: () => environments.onScreen === name,
      }),
    onShown() {
      tellCredential(environments.current(), events);
      events.tellStatus();
    },
  });

  const audit = (actor: string, action: string, detail?: unknown) =>
    void environments.current().ledger.audit.write({ at: clock.now(), actor, action, detail });
  const session = createSession({
    people,
    state: () => guard.state,
    clock,
    onChange: () => events.tellStatusNow(),
    onExpired: (name) => quietly('signing out', () => audit(name, 'signed-out', { why: 'idle' })),
  });

  /** The one whose vault keeps the people; undefined while training is alone, or where it cannot be opened. */
  function keeper() {
    const name = terminalPeople.keeper();
    return name && environments.all().get(name);
  }

  async function provePassphrase(passphrase: string): Promise<void> {
    const { vault, ...environment } = keeper() ?? fail('not-allowed');
    await tryPassphrase(environment, { attempts, clock, actor: 'screen' }, () =>
      vault.provePassphrase(passphrase),
    );
  }

  function status(role: Role): TerminalStatus {
    const current = environments.current();
    return {
      ...statusOf(current, clock),
      ...peopleStatus({ guard, session, keeper: keeper(), alarms: current.monitor.current() }),
      role,
      person: session.person()?.name,
      version,
    };
  }

  const commandsOf = createCommands({
    settings,
    clock,
    attempts,
    people,
    guard,
    session,
    printer: options.printer,
    settled: terminalPeople.settled,
    needsManager: () => environments.begun().some((name) => name !== 'training'),
    provePassphrase,
    audit,
    opened: environments.all,
    onScreen: () => environments.onScreen,
    show: environments.show,
    reopen: environments.reopen,
    hasPeople: () => people.list().length > 0,
    hasOwnVault: vaults.hasOwn,
    now: () => clock.now(),
    status,
    setLanguage(chosen) {
      if (chosen !== language()) settings.set('language', chosen);
    },
    first: () => (guard.state === 'locked' ? keeper() : undefined),
    onStatus: () => events.tellStatus(),
  });
  const dispatch = createDispatch(() => commandsOf(environments.current()), log, revisions);
  const call: Dispatch = async (...asked) => {
    await environments.settled();
    return dispatch(...asked);
  };

  events.begin(() =>
    environments.all().has(environments.onScreen)
      ? quietly('telling the status', () => status(session.role()))
      : undefined,
  );
  try {
    await environments.openAll(options.environment);
  } catch (error) {
    database.close();
    throw error;
  }

  return {
    get environment() {
      return environments.onScreen;
    },
    call,
    async callFromScreen(name, input) {
      try {
        return await call(name, input, {
          role: session.role(),
          name: session.person()?.name ?? 'screen',
          isPinFresh: session.isPinFresh(),
        });
      } catch (error) {
        return { ok: false, failure: report('asking who is at the screen')(error) };
      }
    },
    lock() {
      const person = quietly('locking', () => session.person());
      session.signOut();
      if (person !== undefined) quietly('locking', () => audit(person.name, 'signed-out', { why: 'system' }));
    },
    onEvent: (listener) => events.subscribe(listener),
    wake(reason) {
      for (const { submitter } of environments.all().values()) submitter.wake(reason);
    },
    pendingWork: () => pendingWorkOf(environments.all().values()),
    async ready() {
      await terminalPeople.settled();
      await environments.current().ready();
    },
    idle: () => environments.current().submitter.idle(),
    async close() {
      events.close();
      session.close();
      await environments.close();
      database.close();
    },
  };
}
