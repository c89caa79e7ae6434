import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { FailureError } from '../../shared/failure.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { holdAlone } from '../ledger/hold-alone.ts';
import { defaultDataFolder, formerDataFolder } from '../platform/data-folder.ts';
import { terminalRefused } from '../platform/exit-codes.ts';
import { settleDataFolder } from '../platform/move-data-folder.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { applyAutostart } from './autostart.ts';
import { guardClosing } from './closing.ts';
import { drawPage } from './draw-page.ts';
import { startKeychainProcess } from './keychain-process.ts';
import { titleInBoth } from './launch-switches.ts';
import { mendPage } from './mend-page.ts';
import { osCipher } from './os-cipher.ts';
import { createReceiptPrinter } from './print.ts';
import { resolveSystemProxy } from './system-proxy.ts';
import { showTrayPresence, type TrayPresence } from './tray-presence.ts';
import { goneBack, updatesHere } from './updates.ts';
import { bringToFront, followLanguage } from './window-focus.ts';

/** Opens the terminal of this user's data folder. @throws FailureError as `openTerminal` */
export async function openHere(): Promise<Terminal> {
  const folder = await settleDataFolder({
    data: defaultDataFolder(),
    former: formerDataFolder(),
    holdAlone,
    onError: (error) => console.error('khatm: the data folder stays where it is:', error),
  });
  // The program ends: nothing is opened that the former version could not read.
  if (await goneBack(folder)) return new Promise(() => undefined);
  return openTerminal({
    folder,
    updates: updatesHere(folder),
    version: app.getVersion(),
    osCipher: osCipher(),
    startKeychain: startKeychainProcess,
    printer: createReceiptPrinter(),
    drawPage,
    resolveProxy: resolveSystemProxy(),
  });
}

/** Milliseconds in which the page shows its first screen; the tray, which keeps this process busy, comes after it. */
const firstScreenWithin = 1_000;

/** Lets the terminal and its window know of each other, and of the system. A terminal that cannot open ends it all. */
export async function runTerminal(opening: Promise<Terminal>, window: BrowserWindow): Promise<void> {
  const language = followLanguage(window);
  mendPage(window, language, () => performance.now());
  let terminal: Terminal;
  try {
    terminal = await opening;
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
    dialog.showErrorBox(titleInBoth, describeFailure(failure, language()));
    app.exit(terminalRefused);
    return;
  }
  applyAutostart(terminal.policy.autostart);
  if (window.isDestroyed()) return;
  const open = () => bringToFront(window);
  const closing = guardClosing({
    terminal,
    window,
    language,
    show: open,
    hasTray: () => presence?.hasTray === true,
  });
  let presence: TrayPresence | undefined;
  // Timers are late after sleep: send what is due now.
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
