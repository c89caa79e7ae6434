import { app, type BrowserWindow, dialog, Menu, Notification, powerMonitor } from 'electron';
import type { Language } from '../../../../shared/words/index.ts';
import type { PendingWork } from '../../terminal/pending-work.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { goesOnWords, leavingWords, quitLabel } from './closing-words.ts';
import { titleInBoth } from './launch-switches.ts';

export interface ClosingOptions {
  readonly terminal: Pick<Terminal, 'pendingWork' | 'callFromScreen'>;
  readonly window: BrowserWindow;
  readonly language: () => Language;
  readonly show: () => void;
  /** Returns true when there is a visible tray. */
  readonly hasTray: () => boolean;
  /** Returns true while nobody may leave the window. */
  readonly isLocked: () => boolean;
}

/**
 * Returns a function that notifies the person that the program keeps running. It does so once for each start: nobody
 * would read a notification each time the window closes.
 */
function createGoesOn(language: () => Language, show: () => void): () => void {
  let notification: Notification | undefined;
  return () => {
    if (notification !== undefined || !Notification.isSupported()) return;
    notification = new Notification(goesOnWords(process.platform, language()));
    notification.on('click', show);
    notification.show();
  };
}

/**
 * Keeps the program running while documents wait: a shop closes its windows at night, so the window hides in the tray
 * until everything is sent. Without a tray, it asks. It never asks when the system ends the program (a signal, a
 * shutdown, the end of a session), because that must not be delayed. Waiting documents are safe in the ledger.
 */
export function guardClosing({
  terminal,
  window,
  language,
  show,
  hasTray,
  isLocked: isKiosk,
}: ClosingOptions) {
  let isLeaving = false;
  let isAsking = false;
  const notifyGoesOn = createGoesOn(language, show);

  function leave(): void {
    isLeaving = true;
    app.quit();
  }

  async function ask(stay: () => void): Promise<void> {
    if (isAsking) return;
    const pending = terminal.pendingWork();
    if (pending.waiting === 0) return leave();
    const question = leavingQuestion(pending, language());
    isAsking = true;
    try {
      const { response } = await (window.isVisible()
        ? dialog.showMessageBox(window, question)
        : dialog.showMessageBox(question));
      if (response === 1) leave();
      else stay();
    } finally {
      isAsking = false;
    }
  }

  /** Signs the person out, as the end of the program does, so that the next person must sign in. */
  function signOut(): void {
    void terminal.callFromScreen('people.signOut', {});
  }

  function hide(): void {
    signOut();
    window.hide();
    notifyGoesOn();
  }

  window.on('close', (event) => {
    if (isLeaving) return;
    if (isKiosk()) {
      event.preventDefault();
      return;
    }
    const { isLive, waiting, isLocked } = terminal.pendingWork();
    const isHiding = hasTray() && (isLive || (waiting > 0 && !isLocked));
    if (!isHiding && waiting === 0) return;
    event.preventDefault();
    if (isHiding) hide();
    else
      void ask(() => {
        // A person who learns that the terminal is locked stays to unlock it.
        if (isLocked) return;
        signOut();
        window.minimize();
      });
  });
  // When the program ends without asking here, for instance because the system shuts down, the window closes too.
  app.on('before-quit', () => {
    isLeaving = true;
  });
  powerMonitor.on('shutdown', leave);
  window.on('session-end', leave);
  app.on('activate', show);

  /** Ends the program at a person's request; asks first if documents wait to be sent. */
  const quit = () => {
    if (!isKiosk()) void ask(() => undefined);
  };
  if (process.platform === 'darwin') askFromMenu(window, language, quit);
  return { quit };
}

/** The first answer keeps the program running, the second ends it. */
function leavingQuestion(pending: PendingWork, language: Language): Electron.MessageBoxOptions {
  const { message, detail, keep, quit } = leavingWords(pending, Date.now(), language);
  return {
    type: 'question',
    title: titleInBoth,
    message,
    detail,
    buttons: [keep, quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}

/** macOS ends programs through the menu; the others have only the tray. */
function askFromMenu(window: BrowserWindow, language: () => Language, quit: () => void): void {
  const build = () =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        {
          label: app.name,
          submenu: [
            { role: 'hide' },
            { role: 'hideOthers' },
            { role: 'unhide' },
            { type: 'separator' },
            { label: quitLabel(language()), accelerator: 'Command+Q', click: quit },
          ],
        },
        { role: 'editMenu' },
        { role: 'windowMenu' },
      ]),
    );
  build();
  window.on('page-title-updated', build);
}
