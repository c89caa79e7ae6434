import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app, dialog, Menu } from 'electron';
import { windowFolder } from '../../base/platform/folders/data-folder.ts';
import { terminalRefused } from '../../base/platform/system/exit-codes.ts';
import { openIpc } from './ipc.ts';
import { presentBoot } from './program/boot.ts';
import { closeNames } from './program/closed-network.ts';
import { keepDumps, pruneDumps } from './program/crash-dumps.ts';
import {
  alteredWords,
  commandOf,
  refusedForCommand,
  refusedSwitches,
  switchWords,
  titleInBoth,
  withoutOpeningVariables,
} from './program/launch-switches.ts';
import { loadTerminal } from './program/load-terminal.ts';
import { mendGpu } from './program/mend-gpu.ts';
import { createRestart, type Restart } from './program/restart.ts';
import { beginStart, type Start } from './program/starts.ts';
import { createShell } from './shell.ts';
import { declarePageProtocol, liveUrl, servePage } from './window/page.ts';
import { openWindow } from './window/window.ts';

/* The window appears before the terminal is loaded: it waits only for the imports of this file. */

/** The milliseconds after which the program ends even during a call: by then it is answered, or never will be. */
const closesWithin = 40_000;

withoutOpeningVariables(process.env);
const args = process.argv.slice(1);
/** In a checkout the command line runs under Node. */
const command = app.isPackaged ? commandOf(args) : undefined;
const refused = app.isPackaged
  ? (command === undefined ? refusedSwitches : refusedForCommand)(args, process.platform)
  : [];

/** Linux does not verify the files of an installed program. */
const altered =
  app.isPackaged && process.platform === 'linux' && refused.length === 0
    ? import('./updates/verify-files.ts').then(({ findAlteredFile }) =>
        findAlteredFile(process.resourcesPath),
      )
    : Promise.resolve(undefined);

// The same id as the installer's: Windows groups notices and the taskbar button by it.
if (process.platform === 'win32') app.setAppUserModelId('sa.khatm.terminal');
declarePageProtocol();
closeNames(liveUrl?.hostname);

// Each data folder has its own lock and page storage. Two windows on one folder would be two tills, so a second start
// shows the window of the first.
const window = windowFolder();
if (window) app.setPath('userData', window);
// A command runs beside an open window, whose page storage it must not touch.
const scratch =
  command === undefined || refused.length > 0
    ? undefined
    : mkdtempSync(path.join(tmpdir(), 'khatm-command-'));
if (scratch !== undefined) app.setPath('sessionData', scratch);
if (refused.length > 0) refuseSwitches(refused);
else if (command !== undefined) void runCommand(command);
else if (!app.requestSingleInstanceLock()) app.quit();
else {
  const began = beginStart(path.join(app.getPath('userData'), 'starts.json'), {
    wantsSafeMode: app.commandLine.hasSwitch('safe-mode'),
    now: Date.now,
    boot: presentBoot(Date.now()),
  });
  const restart = createRestart(began);
  process.on('uncaughtException', restart.afterError);
  start(began, restart).catch(restart.afterError);
}

/** The refusal comes before the vault, the page or another program is opened. */
function refuseSwitches(switches: readonly string[]): void {
  for (const text of switches) app.commandLine.removeSwitch(text.replace(/^(--?|\/)/, '').replace(/=.*/, ''));
  if (command === undefined) dialog.showErrorBox(titleInBoth, switchWords(switches));
  else console.error(switchWords(switches));
  app.exit(terminalRefused);
}

/** Ends the program if one of its files was changed since it was signed, before anything of the terminal is loaded. */
async function refuseAltered(beforeEnd = () => {}): Promise<void> {
  const file = await altered;
  if (file === undefined) return;
  beforeEnd();
  if (command === undefined) dialog.showErrorBox(titleInBoth, alteredWords(file));
  else console.error(alteredWords(file));
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  app.exit(terminalRefused);
  // This waits for the end of the program: nothing else may continue.
  await new Promise(() => undefined);
}

async function runCommand(args: readonly string[]): Promise<void> {
  await refuseAltered();
  const { runCommand: run } = await import('./run-command.ts');
  await run(args, scratch);
}

async function start(began: Start, restart: Restart): Promise<void> {
  app.on('window-all-closed', () => app.quit());
  app.once('will-quit', began.succeeded);
  const dumps = path.join(app.getPath('userData'), 'crashes');
  keepDumps(dumps);
  // This runs before anything is opened that may have caused the crashes.
  void pruneDumps(dumps, Date.now());
  if (began.withoutGpu) app.disableHardwareAcceleration();
  mendGpu(restart, () => performance.now());
  // Electron would make a menu of its own, and the window is to have none. On macOS, copying and pasting need a menu.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  await app.whenReady();
  await refuseAltered(began.succeeded);
  await servePage();
  const kept = (name: string) => path.join(app.getPath('userData'), name);
  const sizeFile = kept('text-size');
  const window = openWindow(began.safeMode !== undefined, kept('place.json'), sizeFile);
  // In safe mode there may be nobody with the right to leave the window.
  const mayBegin = began.safeMode === undefined;
  const shell = createShell(window, { lockFile: kept('locked'), sizeFile, mayBegin });
  const program = loadTerminal();
  const opening = program.then(({ openHere }) => openHere(began, shell, restart.ends));
  openIpc(opening);
  // One failed call is not a reason to end the program during a sale.
  process.on('unhandledRejection', (error) => {
    console.error('khatm: a rejection that nothing caught:', error);
    void opening
      .then(({ log }) => log.error({ err: error }, 'a rejection that nothing caught'))
      .catch(() => {});
  });
  // Calls in progress still finish before the process ends.
  app.once('will-quit', (event) => {
    event.preventDefault();
    const closed = opening.then((terminal) => terminal.close());
    void Promise.race([closed, pause(closesWithin)]).finally(() => app.exit());
  });
  const { runTerminal } = await program;
  await runTerminal({ opening, window, shell, began, restart });
}
