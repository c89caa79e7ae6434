import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Terminal } from '../terminal/terminal.ts';
import { pageOrigin } from './page.ts';

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

/** Opens the one channel between the page and the terminal. */
export function openIpc(terminal: Terminal): void {
  ipcMain.handle('khatm', (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    if (!isOurPage(event.senderFrame)) return { ok: false, failure: { code: 'not-allowed' } };
    return terminal.callFromScreen(name, input);
  });
  terminal.onEvent((event, revision) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (isOurPage(window.webContents.mainFrame)) window.webContents.send('khatm', { revision, event });
    }
  });
}
