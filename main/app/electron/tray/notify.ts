import { Notification } from 'electron';
import type { Language } from '../../../../shared/words/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { notificationWords } from './tray-words.ts';

/**
 * Shows a system notification for each red alarm of any environment, for times when the window is not visible.
 * @param open brings the window to the front
 * @returns a function that stops this
 */
export function notifyOfAlarms(
  terminal: Pick<Terminal, 'onEvent'>,
  language: () => Language,
  open: () => void,
): () => void {
  // Unreferenced notifications are garbage-collected, and clicks on them are lost.
  const shown = new Set<Notification>();
  return terminal.onEvent((event) => {
    if (event.type !== 'alarm' || event.alarm.level !== 'red' || !Notification.isSupported()) return;
    const { title, body } = notificationWords(event.environment, event.alarm, language());
    const notification = new Notification({ title, body, urgency: 'critical' });
    const forget = () => shown.delete(notification);
    notification.on('click', () => {
      forget();
      open();
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    shown.add(notification);
    notification.show();
  });
}
