import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Shell } from '../../base/platform/system/shell.ts';
import { autostartHere } from './system/autostart.ts';
import { createTextSize } from './window/text-size.ts';

/** The part of the shell that knows the lock of the program's own window. */
export interface WindowShell extends Shell {
  /** Lets people leave the window during this run, because the terminal did not open and nobody can sign in. */
  release(): void;
}

interface ShellOptions {
  /** A file that exists while the window is locked. */
  readonly lockFile: string;
  /** A file that keeps the text size. */
  readonly sizeFile: string;
  /** False if the window must begin unlocked because the last starts failed. */
  readonly mayBegin: boolean;
}

/**
 * Manages the start of the program with the system, and the lock of its window. If the window was locked when it was
 * last open, it stays locked while the terminal opens.
 */
export function createShell(
  window: BrowserWindow,
  { lockFile, sizeFile, mayBegin }: ShellOptions,
): WindowShell {
  let isLocked = false;
  let isEnding = false;
  const ends = () => {
    isEnding = true;
  };
  app.once('before-quit', ends);
  window.on('session-end', ends);
  window.on('close', (event) => {
    if (isLocked && !isEnding) event.preventDefault();
  });

  function show(next: boolean): void {
    if (next === isLocked || window.isDestroyed()) return;
    isLocked = next;
    window.setKiosk(next);
    window.setMinimizable(!next);
  }
  if (mayBegin && wasLocked(lockFile)) show(true);

  return {
    autostart: autostartHere(),
    textSize: createTextSize(window, sizeFile),
    isLocked: () => isLocked,
    lock(next) {
      show(next);
      keep(lockFile, next);
    },
    release: () => show(false),
    async chooseFolder(from) {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openDirectory', 'createDirectory'],
        ...(from !== '' && { defaultPath: from }),
      });
      return canceled ? undefined : filePaths[0];
    },
  };
}

function wasLocked(file: string): boolean {
  try {
    return readFileSync(file, 'utf8') === 'locked';
  } catch {
    return false;
  }
}

function keep(file: string, isLocked: boolean): void {
  try {
    if (isLocked) writeFileSync(file, 'locked');
    else rmSync(file, { force: true });
  } catch {
    // If this fails, the next start locks the window once the terminal is open.
  }
}
