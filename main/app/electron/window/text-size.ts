import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import { type TextSize, textSizes } from '../../../../shared/contract/terminal/startup.ts';
import type { Shell } from '../../../base/platform/system/shell.ts';

/** The text size of the window. It is in a file of its own, because the window opens before the terminal. */
export function createTextSize(window: BrowserWindow, file: string): Shell['textSize'] {
  return {
    read: () => readTextSize(file),
    set(percent) {
      writeFileSync(file, String(percent));
      if (!window.isDestroyed()) window.webContents.setZoomFactor(percent / 100);
    },
  };
}

/** Returns a percentage: 100 when the file is missing or damaged. */
export function readTextSize(file: string): TextSize {
  try {
    const kept = Number(readFileSync(file, 'utf8'));
    return textSizes.find((percent) => percent === kept) ?? 100;
  } catch {
    return 100;
  }
}
