import { BrowserWindow } from 'electron';
import { fail } from '../../shared/failure.ts';
import type { ReceiptPrinter } from '../receipt/printer.ts';

/** A CSS pixel in micrometres: 96 to the inch. */
const pixel = 25_400 / 96;
const rollWidth = 80_000;
/** No driver takes a shorter page. */
const leastHeight = 50_000;
/** A printer that says nothing for so long, milliseconds, is told of as failed. */
const patience = 60_000;

/** The system's printers, through a window that nobody sees. */
export function createReceiptPrinter(): ReceiptPrinter {
  return {
    list: () =>
      inHiddenWindow(async ({ webContents }) =>
        (await webContents.getPrintersAsync()).map(({ name }) => name),
      ),
    print: (html, printer) =>
      inHiddenWindow(async (window) => {
        const { webContents } = window;
        await window.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`);
        // The page's own policy lets none of its scripts run; this is asked from outside.
        const height: unknown = await webContents.executeJavaScript(
          'document.fonts.ready.then(() => document.documentElement.scrollHeight)',
        );
        const pageSize = {
          width: rollWidth,
          height: Math.max(leastHeight, Math.ceil(Number(height) * pixel)),
        };
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error('no answer from the printer')), patience);
          webContents.print(
            {
              silent: true,
              printBackground: true,
              margins: { marginType: 'none' },
              pageSize,
              ...(printer !== undefined && { deviceName: printer }),
            },
            (success, reason) => {
              clearTimeout(timer);
              if (success) resolve();
              else reject(new Error(reason));
            },
          );
        });
      }),
  };
}

/** @throws FailureError `print-failed` with whatever went wrong */
async function inHiddenWindow<T>(work: (window: BrowserWindow) => Promise<T>): Promise<T> {
  let window: BrowserWindow | undefined;
  try {
    window = new BrowserWindow({
      show: false,
      // As wide as the roll, so that the height measured is the height printed.
      width: Math.ceil(rollWidth / pixel),
      height: 600,
      useContentSize: true,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
    });
    return await work(window);
  } catch (cause) {
    return fail(
      'print-failed',
      { detail: { why: cause instanceof Error ? cause.message : 'unknown' } },
      cause,
    );
  } finally {
    window?.destroy();
  }
}
