import path from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import { FailureError } from '../../shared/failure.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { terminalRefused } from '../platform/exit-codes.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { closeNames } from './closed-network.ts';
import { guardClosing } from './closing.ts';
import { drawPage } from './draw-page.ts';
import { openIpc } from './ipc.ts';
import { startKeychainProcess } from './keychain-process.ts';
import { refusedSwitches, switchWords, titleInBoth, withoutOpeningVariables } from './launch-switches.ts';
import { osCipher } from './os-cipher.ts';
import { declarePageProtocol, liveUrl, servePage } from './page.ts';
import { createReceiptPrinter } from './print.ts';
import { resolveSystemProxy } from './system-proxy.ts';
import { showTrayPresence } from './tray-presence.ts';
import { openWindow } from './window.ts';
import { bringToFront, followLanguage } from './window-focus.ts';

withoutOpeningVariables(process.env);
const refused = app.isPackaged ? refusedSwitches(process.argv.slice(1), process.platform) : [];

declarePageProtocol();
closeNames(liveUrl?.hostname);

// Each data folder has its own lock and page storage. Two windows on one folder would be two tills, so a second start
// shows the first one's window.
if (process.env.KHATM_DATA) app.setPath('userData', path.join(process.env.KHATM_DATA, 'window'));
if (refused.length > 0) refuseSwitches(refused);
else if (!app.requestSingleInstanceLock()) app.quit();
else void start();

/** Refuses before anything is opened: the vault, the page, or another program. */
function refuseSwitches(switches: readonly string[]): void {
  for (const text of switches) app.commandLine.removeSwitch(text.replace(/^(--?|\/)/, '').replace(/=.*/, ''));
  dialog.showErrorBox(titleInBoth, switchWords(switches));
  app.exit(terminalRefused);
}

async function start(): Promise<void> {
  await app.whenReady();
  await servePage();
  let terminal: Terminal;
  try {
    const folder = process.env.KHATM_DATA ?? path.join(app.getPath('userData'), 'data');
    terminal = await openTerminal({
      folder,
      version: app.getVersion(),
      osCipher: osCipher(),
      startKeychain: startKeychainProcess,
      printer: createReceiptPrinter(),
      drawPage,
      resolveProxy: resolveSystemProxy(),
    });
  } catch (error) {
    const language = app.getLocale().startsWith('ar') ? 'ar' : 'en';
    const failure = error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
    dialog.showErrorBox(titleInBoth, describeFailure(failure, language));
    app.exit(terminalRefused);
    return;
  }
  openIpc(terminal);
  const window = openWindow();
  const language = followLanguage(window);
  const open = () => bringToFront(window);
  const closing = guardClosing({ terminal, window, language, show: open, hasTray: () => presence.hasTray });
  const presence = showTrayPresence({ terminal, window, language, open, quit: closing.quit });
  // Timers are late after sleep: send what is due now.
  powerMonitor.on('resume', () => terminal.wake('network'));
  // The person who unlocks the system may not be the one signed in here.
  powerMonitor.on('lock-screen', terminal.lock);
  powerMonitor.on('suspend', terminal.lock);
  powerMonitor.on('resume', terminal.lock);
  app.on('second-instance', open);
  app.on('window-all-closed', () => app.quit());

  // The windows are closed by now; calls in progress still finish before the process ends.
  app.once('will-quit', (event) => {
    event.preventDefault();
    presence.stop();
    void terminal.close().finally(() => app.exit());
  });
}
