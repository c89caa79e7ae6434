import { beforeEach, expect, test, vi } from 'vitest';
import { inHiddenWindow, loadHtml } from '../../../main/app/electron/window/hidden-window.ts';
import { FailureError } from '../../../shared/failure.ts';

const { made, Window } = vi.hoisted(() => {
  const made: { options: object; pages: string[]; isDestroyed: boolean }[] = [];
  class Window {
    readonly pages: string[] = [];
    isDestroyed = false;
    readonly webContents = { loadURL: async (url: string) => this.pages.push(url) };
    readonly options: object;
    constructor(options: object) {
      this.options = options;
      made.push(this);
    }
    destroy() {
      this.isDestroyed = true;
    }
  }
  return { made, Window };
});
vi.mock('electron', () => ({ BrowserWindow: Window }));

beforeEach(() => {
  made.length = 0;
});
const size = { width: 288, height: 600 };
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof FailureError ? error.failure : error),
  );

test('a page is loaded in a window that shows nothing, has no Node and is closed', async () => {
  const work = inHiddenWindow({ ...size, webPreferences: { offscreen: true } }, async (window) => {
    await loadHtml(window, '<p>ختم</p>');
    return 7;
  });
  expect(await work).toBe(7);
  expect(made).toMatchObject([
    {
      options: {
        ...size,
        show: false,
        useContentSize: true,
        webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, offscreen: true },
      },
      pages: [`data:text/html;charset=utf-8;base64,${Buffer.from('<p>ختم</p>').toString('base64')}`],
      isDestroyed: true,
    },
  ]);
});

test('a failure of the work stays, any other error becomes one, and the window is closed', async () => {
  const gone = new FailureError({ code: 'printer-gone' });
  expect(await failureOf(inHiddenWindow(size, () => Promise.reject(gone)))).toEqual({ code: 'printer-gone' });
  expect(await failureOf(inHiddenWindow(size, () => Promise.reject(new Error('no paper'))))).toEqual({
    code: 'print-failed',
    detail: { why: 'no paper' },
  });
  expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, true]);
});
