import path from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import { FailureError } from '../../shared/failure.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { terminalRefused } from '../exit-codes.ts';
import { openTerminal, type Terminal } from '../terminal.ts';
import { guardClosing } from './closing.ts';
import { openDoor } from './door.ts';
import { bringToFront, followLanguage } from './front.ts';
import { startKeychainProcess } from './keychain-process.ts';
import { osCipher } from './os-cipher.ts';
import { declarePageProtocol, servePage } from './page.ts';
import { createReceiptPrinter } from './print.ts';
import { showStanding } from './standing.ts';
import { openWindow } from './window.ts';

declarePageProtocol();

// Each data folder has its own lock and page storage. Two windows on one folder would be two tills: the second start
// shows the first one's window.
if (process.env.KHATM_DATA) app.setPath('userData', path.join(process.env.KHATM_DATA, 'window'));
if (!app.requestSingleInstanceLock()) app.quit();
else void start();

async function start(): Promise<void> {
  await app.whenReady();
  servePage();
  let terminal: Terminal;
  try {
    const folder = process.env.KHATM_DATA ?? path.join(app.getPath('userData'), 'data');
    terminal = await openTerminal({
      folder,
      version: app.getVersion(),
      osCipher: osCipher(),
      startKeychain: startKeychainProcess,
      printer: createReceiptPrinter(),
    });
  } catch (error) {
    const language = app.getLocale().startsWith('ar') ? 'ar' : 'en';
    const failure = error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
    dialog.showErrorBox('Khatm · ختم', describeFailure(failure, language));
    app.exit(terminalRefused);
    return;
  }
  openDoor(terminal);
  const window = openWindow();
  const language = followLanguage(window);
  const open = () => bringToFront(window);
  const closing = guardClosing({ terminal, window, language, show: open, hasTray: () => standing.hasTray });
  const standing = showStanding({ terminal, window, language, open, quit: closing.quit });
  // After sleep, timers are late and what is due is due now.
  powerMonitor.on('resume', () => terminal.wake('network'));
  app.on('second-instance', open);
  app.on('window-all-closed', () => app.quit());

  // Windows are gone by now; calls under way still end and settle before the process does.
  app.once('will-quit', (event) => {
    event.preventDefault();
    standing.stop();
    void terminal.close().finally(() => app.exit());
  });
}
