import { BrowserWindow, type WebPreferences } from 'electron';
import { FailureError, fail } from '../../../../shared/failure.ts';

export interface HiddenWindowOptions {
  /** The size of the page in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly webPreferences?: WebPreferences;
}

/** Works in a window that nobody sees. @throws FailureError from the work, or `print-failed` for other errors */
export async function inHiddenWindow<T>(
  { webPreferences, ...size }: HiddenWindowOptions,
  work: (window: BrowserWindow) => Promise<T>,
): Promise<T> {
  let window: BrowserWindow | undefined;
  try {
    window = new BrowserWindow({
      show: false,
      ...size,
      useContentSize: true,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        spellcheck: false,
        ...webPreferences,
      },
    });
    return await work(window);
  } catch (cause) {
    if (cause instanceof FailureError) throw cause;
    return fail(
      'print-failed',
      { detail: { why: cause instanceof Error ? cause.message : 'unknown' } },
      cause,
    );
  } finally {
    window?.destroy();
  }
}

export const loadHtml = (window: BrowserWindow, html: string): Promise<void> =>
  window.webContents.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`);
