import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type BrowserWindow, screen } from 'electron';
import { type Place, windowPlace } from '../../../../shared/stored/program/program.ts';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a window that must be on a screen, in pixels, for a person to see and move it. */
const leastSeen = { width: 400, height: 200 };

/** Returns the former place if enough of it is on a screen, made smaller for a small one. */
export function placeOn(screens: readonly Rectangle[], kept: Place | undefined): Place | undefined {
  if (kept === undefined) return undefined;
  const seen = (start: number, length: number, from: number, room: number) =>
    Math.min(start + length, from + room) - Math.max(start, from);
  const one = screens.find(
    (each) =>
      seen(kept.x, kept.width, each.x, each.width) >= leastSeen.width &&
      seen(kept.y, kept.height, each.y, each.height) >= leastSeen.height,
  );
  if (one === undefined) return undefined;
  const width = Math.min(kept.width, one.width);
  const height = Math.min(kept.height, one.height);
  const within = (start: number, length: number, from: number, room: number) =>
    Math.max(from, Math.min(start, from + room - length));
  return {
    x: within(kept.x, width, one.x, one.width),
    y: within(kept.y, height, one.y, one.height),
    width,
    height,
    isMaximized: kept.isMaximized,
  };
}

/** Returns the former place of the window, if it still fits. */
export function formerPlace(file: string): Place | undefined {
  return placeOn(
    screen.getAllDisplays().map(({ workArea }) => workArea),
    readPlace(file),
  );
}

/** The number of milliseconds for which a window must stay still before its place is saved. */
const rest = 500;

/** Saves the window's place when it stays still after a move; that of a locked window is not saved. */
export function keepPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = () => {
    if (window.isDestroyed() || window.isKiosk() || window.isFullScreen() || window.isMinimized()) return;
    const place: Place = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
    try {
      writeFileSync(file, windowPlace.write(place));
    } catch {
      // If this fails, the next start uses the usual place.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, rest);
  };
  for (const moved of ['move', 'resize', 'maximize', 'unmaximize'] as const) window.on(moved as 'move', soon);
  window.on('close', () => {
    clearTimeout(timer);
    keep();
  });
}

/** Reads a place; a window whose place cannot be read opens at the usual one. */
function readPlace(file: string): Place | undefined {
  if (!existsSync(file)) return undefined;
  const read = windowPlace.read(readFileSync(file, 'utf8'));
  return read.ok ? read.value : undefined;
}
