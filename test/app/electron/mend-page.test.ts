import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import { mendPage } from '../../../main/app/electron/window/mend-page.ts';

/*
 * Tests that a page that crashes is reloaded once, that the program restarts after the next crash, and that a person
 * decides after that.
 */

const dialog = vi.hoisted(() => ({ answer: 0, messages: [] as string[], done: [] as string[] }));
vi.mock('electron', () => ({
  app: {
    relaunch: () => void dialog.done.push('relaunch'),
    quit: () => void dialog.done.push('quit'),
  },
  dialog: {
    showMessageBox: async (_: unknown, { message }: { message: string }) => {
      dialog.messages.push(message);
      return { response: dialog.answer };
    },
  },
}));

test('a page is loaded anew; the program starts again, or a person decides, when it crashes again', async () => {
  const reload = vi.fn();
  const webContents = Object.assign(new EventEmitter(), { reload });
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
  let now = 0;
  let mayRestart = true;
  const again = vi.fn(() => mayRestart);
  mendPage(
    window,
    () => 'ar',
    { again },
    () => now,
  );
  const crash = async (reason: string) => {
    webContents.emit('render-process-gone', {}, { reason });
    await Promise.resolve();
    await Promise.resolve();
  };
  await crash('clean-exit');
  expect(reload).toHaveBeenCalledTimes(0);
  await crash('crashed');
  expect(reload).toHaveBeenCalledTimes(1);
  now += 120_000;
  await crash('oom');
  expect(reload).toHaveBeenCalledTimes(2);
  expect(dialog.messages).toEqual([]);

  now += 1_000;
  await crash('crashed');
  expect(again).toHaveBeenCalledExactlyOnceWith('page');
  expect([reload.mock.calls.length, dialog.messages]).toEqual([2, []]);

  mayRestart = false;
  dialog.answer = 1;
  await crash('crashed');
  expect(dialog.messages).toEqual(['توقفت الشاشة مرة أخرى.']);
  expect(reload).toHaveBeenCalledTimes(3);
  dialog.answer = 0;
  await crash('crashed');
  expect(reload).toHaveBeenCalledTimes(3);
  expect(dialog.done).toEqual(['relaunch', 'quit']);
});
