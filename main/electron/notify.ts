import { Notification } from 'electron';
import type { Language } from '../../shared/words/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { notificationWords } from './tray-words.ts';

/**
 * A system notification for each red alarm, of whichever environment: it is seen when the window is not.
 * @param open puts the window in front
 * @returns ends it
 */
export function notifyOfAlarms(
  terminal: Pick<Terminal, 'onEvent'>,
  language: () => Language,
  open: () => void,
): () => void {
  // One that nothing holds is collected, and a press on it goes nowhere.
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
