import { app, type BrowserWindow } from 'electron';
import type { TerminalStatus } from '../../../../shared/contract/terminal/terminal.ts';
import type { Language } from '../../../../shared/words/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { notifyOfAlarms } from './notify.ts';
import { openTray, sealImage, toneOf } from './tray.ts';
import { trayWords } from './tray-words.ts';

export interface TrayPresenceOptions {
  readonly terminal: Pick<Terminal, 'call' | 'onEvent'>;
  readonly window: BrowserWindow;
  /** The window's language; see `followLanguage`. */
  readonly language: () => Language;
  readonly open: () => void;
  readonly quit: () => void;
}

/** Shows the terminal's status outside the window: tray, badge and notifications, in the window's language. */
export function showTrayPresence({ terminal, window, language, open, quit }: TrayPresenceOptions) {
  let status: TerminalStatus | undefined;
  const tray = openTray(open, quit);
  const stopNotifying = notifyOfAlarms(terminal, language, open);

  const show = () => {
    tray?.show(status, language());
    showBadge(window, status, language());
  };
  window.on('page-title-updated', show);
  const stopListening = terminal.onEvent((event) => {
    if (event.type !== 'status') return;
    status = event.status;
    show();
  });
  show();
  void terminal.call('terminal.status', {}, { role: 'nobody', name: 'tray' }).then((answer) => {
    if (!answer.ok || status !== undefined) return;
    status = answer.value as TerminalStatus;
    show();
  });

  return {
    /** True when a person can certainly find the tray: Linux does not report that its desktop shows one. */
    get hasTray() {
      return tray !== undefined && process.platform !== 'linux';
    },
    stop() {
      stopListening();
      stopNotifying();
      tray?.close();
    },
  };
}

export type TrayPresence = ReturnType<typeof showTrayPresence>;

/** The badge on the icon: the number of waiting documents, or an alarm's mark on Windows, which has no numbers. */
function showBadge(window: BrowserWindow, status: TerminalStatus | undefined, language: Language): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(status?.waiting ?? 0);
    return;
  }
  if (window.isDestroyed()) return;
  const tone = toneOf(status);
  window.setOverlayIcon(tone === 'calm' ? null : sealImage(tone), trayWords(status, language).tooltip);
}
