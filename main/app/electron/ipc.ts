import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Terminal } from '../terminal/terminal.ts';
import { pageOrigin } from './window/page.ts';

/** Only our page, in its top frame, may send commands. */
export function isOurPage(frame: { url: string; parent: unknown } | null): boolean {
  if (frame === null || frame.parent !== null) return false;
  try {
    const url = new URL(frame.url);
    return `${url.protocol}//${url.host}` === pageOrigin;
  } catch {
    return false;
  }
}

/** Opens the one channel between the page and the terminal; the page waits for a terminal that is still opening. */
export function openIpc(opening: Promise<Terminal>): void {
  ipcMain.handle('khatm', async (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    if (!isOurPage(event.senderFrame)) return { ok: false, failure: { code: 'not-allowed' } };
    const terminal = await opening;
    return terminal.callFromScreen(name, input);
  });
  const follow = (terminal: Terminal) =>
    terminal.onEvent((event, revision) => {
      for (const window of BrowserWindow.getAllWindows()) {
        if (isOurPage(window.webContents.mainFrame)) window.webContents.send('khatm', { revision, event });
      }
    });
  // The failure of a terminal that cannot open is shown elsewhere, and the program ends.
  opening.then(follow, () => undefined);
}
