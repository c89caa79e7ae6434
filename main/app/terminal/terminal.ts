import { fail } from '../../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import {
  devicesSetting,
  kioskSetting,
  printingSetting,
  triedPrinterSetting,
} from '../../../shared/stored/settings/terminal.ts';
import { createDispatch, type Dispatch } from '../../base/platform/dispatch.ts';
import { refuseUnlasting } from '../../base/platform/folders/lasting-folder.ts';
import { createChanges } from '../../books/ledger/database/changes.ts';
import { commitsOfOthers } from '../../books/ledger/database/database.ts';
import { printerId } from '../../till/devices/tried-printer.ts';
import { createGoLive, type GoLive } from '../diagnosis/go-live/go-live.ts';
import { keepsClock } from '../diagnosis/go-live/keeps-clock.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { createCarryOut } from './carry-out-orders.ts';
import type { EventListener } from './event-stream.ts';
import type { TerminalOptions } from './options.ts';
import { pendingWorkOf } from './pending-work.ts';
import { refuseOnBroken } from './refuse-on-broken.ts';
import { createCommands, type TerminalCommandsOptions } from './terminal-commands.ts';
import { openTerminalContext, type TerminalContext } from './terminal-context.ts';
import { type CarryOutOrder, createParts, type TerminalParts } from './terminal-parts.ts';
import { createWindowLock, type WindowLock } from './window-lock.ts';

/** The milliseconds after the start at which the articles are opened, before the first scan needs them. */
const articlesOpenAfter = 1_000;

/** Ends the threads that read and write files for people. */
async function closeFiles({ articleFiles, buyerFiles, reportFiles }: TerminalParts): Promise<void> {
  await articleFiles.close();
  await buyerFiles.close();
  await reportFiles.close();
}

/** Closes what all of the work needs, so it comes last. */
function endRun({ database, log }: TerminalContext, { catalogue }: TerminalParts): void {
  catalogue.close();
  database.close();
  log.info('end');
}

function beginLocking(
  windowLock: WindowLock,
  { events, settings, safeMode, quietly }: TerminalContext,
  { screen, terminalPeople, environments }: TerminalParts,
): void {
  quietly('telling the status', () => windowLock.follow(screen.status('nobody')));
  events.subscribe((event) => {
    if (event.type === 'status') windowLock.follow(event.status);
  });
  // A person who asks for safe mode may need the system around the window.
  windowLock.shell.lock(settings.read(kioskSetting) && safeMode !== 'asked');
  // A vault that does not open at the start needs no event.
  const tried = Promise.allSettled([terminalPeople.settled(), environments.current().ready()]);
  void tried.then(() => events.emitStatus());
}

/**
 * Opens the terminal of a data folder with every environment that is set up there, and starts all of its work. The
 * queues of all environments continue, whichever is on the screen. Composition root: parts of the terminal are made
 * here, parts of one environment in `openEnvironment`.
 * @throws FailureError when terminal.db, or the environment for the screen, cannot be opened
 */
export async function openTerminal(options: TerminalOptions) {
  const context = await openTerminalContext(options);
  const { events } = context;
  const orders = Promise.withResolvers<CarryOutOrder>();
  const inTraining = Promise.withResolvers<Dispatch>();
  const parts = createParts(context, options, orders.promise, inTraining.promise);
  const { terminalPeople, environments, screen, catalogue, updates } = parts;
  const windowLock = options.shell && createWindowLock(options.shell);
  const { call, callIn } = createCall({
    context,
    parts,
    options,
    goLive: goLiveOf(context, parts, options),
    shell: windowLock?.shell,
  });

  orders.resolve(carryOutOf(context, parts, callIn));
  inTraining.resolve(callIn('training'));

  events.begin(() =>
    environments.all().has(environments.onScreen)
      ? context.quietly('telling the status', () => screen.status(screen.session.role()))
      : undefined,
  );
  try {
    await environments.openAll(options.environment);
  } catch (error) {
    endRun(context, parts);
    throw error;
  }
  context.quietly('keeping the sample shop in training', parts.sampleShop.keepAway);
  updates.start();
  if (windowLock !== undefined) beginLocking(windowLock, context, parts);
  const openArticles = () => void context.quietly('opening the articles', () => catalogue.ifOpen());
  const stopOpening = context.clock.after(articlesOpenAfter, openArticles);
  const stopFollowing = followOtherPrograms(context);

  return {
    get environment() {
      return environments.onScreen;
    },
    policy: context.policy,
    /** The log for failures outside of all calls. */
    log: context.log,
    call,
    /** Runs one command for the person who is signed in at the screen. */
    callFromScreen: (name: unknown, input: unknown) => screen.call(call, name, input),
    /** Signs the person out, because the system's screen was locked, or the system goes to sleep. */
    lock: screen.lock,
    onEvent: (listener: EventListener) => events.subscribe(listener),
    /** Sends all waiting documents now, because the cause of the delay may be gone, for instance after sleep. */
    wake(reason: 'network' | 'credential') {
      for (const { submitter } of environments.all().values()) submitter.wake(reason);
    },
    pendingWork: () => pendingWorkOf(environments.all().values()),
    /** Resolves when sales can be issued, or a person must act first; rejects with the reason why neither is so. */
    async ready() {
      await terminalPeople.settled();
      await environments.current().ready();
    },
    /** Resolves when nothing is being sent and nothing is due, in the environment on the screen. */
    idle: () => environments.current().submitter.idle(),
    async close() {
      stopFollowing();
      events.close();
      screen.session.close();
      await updates.stop();
      await environments.close();
      stopOpening();
      await closeFiles(parts);
      endRun(context, parts);
    },
  };
}

export type Terminal = Awaited<ReturnType<typeof openTerminal>>;

/** Tells screens what other programs change in terminal.db. @returns a function that ends this */
function followOtherPrograms({ database, events, clock, report }: TerminalContext): () => void {
  const changes = createChanges(database);
  changes.follow(
    'the screens of people, limits, receipts and devices',
    () => String(commitsOfOthers(database)),
    () => events.emit({ type: 'terminal' }),
  );
  return changes.watch(clock, report('following other programs'));
}

function goLiveOf(
  { settings, clock }: TerminalContext,
  { environments, catalogue, terminalPeople: { people }, sampleShop }: TerminalParts,
  options: TerminalOptions,
): GoLive {
  const { printer } = options;
  return createGoLive({
    opened: environments.all,
    onScreen: () => environments.onScreen,
    begun: environments.begun,
    clock,
    settings,
    catalogue,
    listPeople: () => people.list().filter(({ name }) => !sampleShop.hasPerson(name)),
    hasLimits: people.hasLimits,
    refuse: sampleShop.refuse,
    printer: () => ({
      chosen: printerId(settings.read(devicesSetting).printer, settings.read(printingSetting).printer),
      tried: settings.read(triedPrinterSetting),
    }),
    printers: printer && (async () => (await printer.list()).map(({ name }) => name)),
    keepsClock: options.keepsClock ?? keepsClock,
  });
}

/** Lets an environment take note of what other programs have changed. One that is not open is refused afterwards. */
async function upToDate(environment: () => OpenEnvironment): Promise<void> {
  let opened: OpenEnvironment;
  try {
    opened = environment();
  } catch {
    return;
  }
  await opened.upToDate();
}

/** Returns the functions that run commands in an environment; they wait while one is being reopened. */
function createCall(options: TerminalCommandsOptions): {
  readonly call: Dispatch;
  readonly callIn: (environment: EnvironmentName) => Dispatch;
} {
  const { log, revisions } = options.context;
  const { environments } = options.parts;
  const commandsOf = createCommands(options);
  const dispatchTo =
    (environment: () => OpenEnvironment): Dispatch =>
    async (...args) => {
      await environments.settled();
      await upToDate(environment);
      let asking: OpenEnvironment | undefined;
      const handlers = () => {
        const opened = environment();
        asking = opened;
        if (opened.broken !== undefined) refuseOnBroken(args[0], opened.broken);
        return commandsOf(opened);
      };
      const answer = await createDispatch(handlers, log, revisions)(...args);
      if (!answer.ok) asking?.noteFailure(answer.failure);
      return answer;
    };
  return {
    call: dispatchTo(environments.current),
    callIn: (name) => dispatchTo(() => environments.all().get(name) ?? fail('terminal-busy')),
  };
}

/** Makes the function that carries out the head office's orders. */
const carryOutOf = (
  context: TerminalContext,
  { catalogue, articleFiles, terminalPeople, audit }: TerminalParts,
  callIn: Parameters<typeof createCarryOut>[0]['callIn'],
) =>
  createCarryOut({
    callIn,
    catalogue,
    articleFiles,
    guard: terminalPeople.guard,
    clock: context.clock,
    checkBackupFolder: (folder) => refuseUnlasting(folder, context.folder),
    audit,
    onArticles: () => context.events.emit({ type: 'articles' }),
  });
