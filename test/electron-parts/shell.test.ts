import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { createShell } from '../../main/electron/shell.ts';
import { app, Window } from '../support/electron-stand-in.ts';
import { newFolder } from '../support/khatm.ts';

vi.mock('electron', () => import('../support/electron-stand-in.ts'));

/* A window that nobody could leave when it was open last, while the terminal opens. */

class KioskWindow extends Window {
  isKiosk = false;
  setKiosk(next: boolean): void {
    this.isKiosk = next;
  }
  setMinimizable(): void {}
}

function open(file: string, mayBegin = true) {
  const window = new KioskWindow();
  const shell = createShell(window as unknown as BrowserWindow, file, mayBegin);
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
