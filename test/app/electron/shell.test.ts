import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { createShell } from '../../../main/app/electron/shell.ts';
import { app, Window } from '../../support/electron-stand-in.ts';
import { newFolder } from '../../support/khatm.ts';

vi.mock('electron', () => import('../../support/electron-stand-in.ts'));

/* A window while the terminal opens, which was in kiosk mode when it last closed. */

class KioskWindow extends Window {
  isKiosk = false;
  setKiosk(next: boolean): void {
    this.isKiosk = next;
  }
  setMinimizable(): void {}
  zoom = 1;
  webContents = {
    setZoomFactor: (factor: number) => {
      this.zoom = factor;
    },
  };
}

function open(file: string, mayBegin = true) {
  const window = new KioskWindow();
  const shell = createShell(window as unknown as BrowserWindow, {
    lockFile: file,
    sizeFile: `${file}.size`,
    mayBegin,
  });
  return { window, shell };
}

let file = '';
beforeEach(() => {
  app.removeAllListeners();
  file = path.join(newFolder('shell'), 'locked');
});

test('is locked from the beginning, and closes when the program ends', () => {
  open(file).shell.lock(true);
  const { window, shell } = open(file);
  expect([window.isKiosk, shell.isLocked()]).toEqual([true, true]);
  window.close();
  expect(window.isGone).toBe(false);
  app.emit('before-quit');
  window.close();
  expect(window.isGone).toBe(true);
});

test('opens when the terminal does not, and is locked at the next start again', () => {
  open(file).shell.lock(true);
  const { window, shell } = open(file);
  shell.release();
  expect([window.isKiosk, shell.isLocked()]).toEqual([false, false]);
  window.close();
  expect(window.isGone).toBe(true);
  expect(open(file).window.isKiosk).toBe(true);
});

test('begins unlocked after it was unlocked, in safe mode, and with a file that is damaged', () => {
  expect(open(file).window.isKiosk).toBe(false);
  open(file).shell.lock(true);
  expect(open(file, false).window.isKiosk).toBe(false);
  open(file).shell.lock(false);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'lock');
  expect(open(file).window.isKiosk).toBe(false);
});

test('shows text in the size that was chosen, at the next start too; a damaged file stands for the usual one', () => {
  const { window, shell } = open(file);
  expect(shell.textSize.read()).toBe(100);
  shell.textSize.set(150);
  expect(window.zoom).toBe(1.5);
  expect(open(file).shell.textSize.read()).toBe(150);
  for (const damaged of ['', '0', '99', '1e9', 'large']) {
    writeFileSync(`${file}.size`, damaged);
    expect(shell.textSize.read()).toBe(100);
  }
});
