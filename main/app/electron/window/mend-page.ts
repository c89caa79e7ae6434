import { app, type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../../../shared/words/index.ts';
import { titleInBoth } from '../program/launch-switches.ts';
import type { Restart } from '../program/restart.ts';
import { crashedPageWords } from './mend-page-words.ts';

/** The number of milliseconds within which a second crash counts as a repetition. */
const again = 60_000;

/**
 * Loads the page again when its process has ended by itself: the basket is in the ledger and the person stays signed
 * in, so that the sale continues. When it crashes again at once, the program starts again; a person decides when it
 * does so too often.
 */
export function mendPage(
  window: BrowserWindow,
  language: () => Language,
  restart: Pick<Restart, 'again'>,
  now: () => number,
): void {
  let last: number | undefined;
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const isAgain = last !== undefined && now() - last < again;
    last = now();
    if (!isAgain) window.webContents.reload();
    else if (!restart.again('page')) void ask();
  });

  async function ask(): Promise<void> {
    const { message, detail, restart, stay } = crashedPageWords(language());
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      title: titleInBoth,
      message,
      detail,
      buttons: [restart, stay],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) {
      window.webContents.reload();
      return;
    }
    app.relaunch();
    app.quit();
  }
}
