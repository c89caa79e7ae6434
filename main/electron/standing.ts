import { app, type BrowserWindow } from 'electron';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Language } from '../../shared/words/index.ts';
import type { Terminal } from '../terminal.ts';
import { notifyOfAlarms } from './notify.ts';
import { languageOfTitle, trayWords } from './standing-words.ts';
import { openTray, sealImage, toneOf } from './tray.ts';

/**
 * Shows outside the window how the terminal stands: tray, badge and notifications, in the window's language.
 * @returns ends it
 */
export function showStanding(
  terminal: Pick<Terminal, 'call' | 'onEvent'>,
  window: BrowserWindow,
): () => void {
  let language: Language = app.getLocale().startsWith('ar') ? 'ar' : 'en';
  let status: TerminalStatus | undefined;
  const open = () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const tray = openTray(open);
  const stopNotifying = notifyOfAlarms(terminal, () => language, open);

  const show = () => {
    tray?.show(status, language);
    showBadge(window, status, language);
  };
  window.on('page-title-updated', (_, title) => {
    language = languageOfTitle(title);
    show();
  });
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

  return () => {
    stopListening();
    stopNotifying();
    tray?.close();
  };
}

/** On the program's own icon: how many wait, or on Windows, where icons have no numbers, the mark of an alarm. */
function showBadge(window: BrowserWindow, status: TerminalStatus | undefined, language: Language): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(status?.waiting ?? 0);
    return;
  }
  if (window.isDestroyed()) return;
  const tone = toneOf(status);
  window.setOverlayIcon(tone === 'calm' ? null : sealImage(tone), trayWords(status, language).tooltip);
}
