import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { FailureError } from '../../../shared/failure.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { settleDataFolder } from '../../base/platform/all-users/settle-data-folder.ts';
import { terminalRefused } from '../../base/platform/system/exit-codes.ts';
import type { Shell } from '../../base/platform/system/shell.ts';
import { holdAlone } from '../../books/ledger/queue/hold-alone.ts';
import { takeLock } from '../../books/ledger/queue/process-lock.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { guardClosing } from './program/closing.ts';
import { titleInBoth } from './program/launch-switches.ts';
import type { Restart } from './program/restart.ts';
import type { Start } from './program/starts.ts';
import type { WindowShell } from './shell.ts';
import { startKeychainProcess } from './system/keychain-process.ts';
import { osCipher } from './system/os-cipher.ts';
import { resolveSystemProxy } from './system/system-proxy.ts';
import { showTrayPresence, type TrayPresence } from './tray/tray-presence.ts';
import { goneBack, updatesHere } from './updates/updates.ts';
import { drawPage } from './window/draw-page.ts';
import { mendPage } from './window/mend-page.ts';
import { createReceiptPrinter } from './window/print.ts';
import { bringToFront, followLanguage } from './window/window-focus.ts';

/**
 * Opens the terminal of this user's data folder.
 * @param ends called when the program ends for another version of it
 * @throws FailureError as `openTerminal`
 */
export async function openHere(
  { safeMode, after, succeeded }: Start,
  shell: Shell,
  ends: () => void,
): Promise<Terminal> {
  const { folder, stays } = await settleDataFolder({
    holdAlone,
    takeLock,
    onError: (error) => console.error('khatm: the data folder stays where it is:', error),
  });
  // The program is ending for a former version: nothing may be opened here that it could not read afterwards.
  const goesBack = () => {
    ends();
    succeeded();
  };
  if (await goneBack(folder, goesBack)) return new Promise(() => undefined);
  return openTerminal({
    folder,
    staysOwn: stays,
    updates: updatesHere(folder, ends),
    version: app.getVersion(),
    shell,
    opensBroken: true,
    safeMode,
    licencesFile: path.join(app.getAppPath(), 'out', 'licences.json'),
    stoppedBefore: after,
    osCipher: osCipher(),
    startKeychain: startKeychainProcess,
    printer: createReceiptPrinter(),
    drawPage,
    resolveProxy: resolveSystemProxy(),
  });
}

/** The milliseconds for the page to show its first screen; the tray, which takes a while, is made after that. */
const firstScreenWithin = 1_000;

/** The number of milliseconds that an open terminal runs before its start counts as successful. */
const succeedsAfter = 5_000;

export interface RunOptions {
  readonly opening: Promise<Terminal>;
  readonly window: BrowserWindow;
  readonly shell: WindowShell;
  readonly began: Start;
  readonly restart: Restart;
}

/** Connects the terminal with its window and with the system. If the terminal cannot open, the program ends. */
export async function runTerminal({ opening, window, shell, began, restart }: RunOptions): Promise<void> {
  const language = followLanguage(window);
  mendPage(window, language, restart, () => performance.now());
  let terminal: Terminal;
  try {
    terminal = await opening;
  } catch (error) {
    shell.release();
    const failure = error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
    // A failure with a code has a known reason, which safe mode cannot remove.
    if (failure.code !== 'internal') began.succeeded();
    dialog.showErrorBox(titleInBoth, describeFailure(failure, language()));
    app.exit(terminalRefused);
    return;
  }
  setTimeout(began.succeeded, succeedsAfter);
  if (terminal.policy.autostart !== undefined) shell.autostart?.set(terminal.policy.autostart);
  if (window.isDestroyed()) return;
  const open = () => bringToFront(window);
  let presence: TrayPresence | undefined;
  const closing = guardClosing({
    terminal,
    window,
    language,
    show: open,
    hasTray: () => presence?.hasTray === true,
    isLocked: shell.isLocked,
  });
  // Timers are late after sleep, so everything that is due is sent now.
  powerMonitor.on('resume', () => terminal.wake('network'));
  // The person who unlocks the system may not be the one signed in here.
  powerMonitor.on('lock-screen', terminal.lock);
  powerMonitor.on('suspend', terminal.lock);
  powerMonitor.on('resume', terminal.lock);
  app.on('second-instance', open);
  app.once('will-quit', () => presence?.stop());
  await pause(firstScreenWithin);
  if (window.isDestroyed()) return;
  presence = showTrayPresence({ terminal, window, language, open, quit: closing.quit });
}
