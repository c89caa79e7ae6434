import { Menu, nativeImage, Tray } from 'electron';
import type { TerminalStatus } from '../../../../shared/contract/terminal/terminal.ts';
import type { Language } from '../../../../shared/words/index.ts';
import { drawSeal, type SealTone } from './seal-image.ts';
import { trayWords } from './tray-words.ts';

/** The tray icon: the number of waiting documents and the worst alarm, in the current language. */
export interface TrayIcon {
  show(status: TerminalStatus | undefined, language: Language): void;
  close(): void;
}

/** Sides in pixels, by the screen's scale factor. */
const sizes = { 1: 16, 1.5: 24, 2: 32, 3: 48 } as const;

/**
 * @param open brings the window to the front
 * @param quit ends the program after its question
 * @returns undefined on a system without a tray
 */
export function openTray(open: () => void, quit: () => void): TrayIcon | undefined {
  let tray: Tray;
  try {
    tray = new Tray(sealImage('calm'));
  } catch {
    return undefined;
  }
  tray.on('click', open);
  let shown = '';
  return {
    show(status, language) {
      const tone = toneOf(status);
      const { tooltip, facts, ...actions } = trayWords(status, language);
      // The status arrives several times a second; an open menu must not be rebuilt under the pointer.
      const next = JSON.stringify([tone, language, facts]);
      if (next === shown) return;
      shown = next;
      tray.setImage(sealImage(tone));
      tray.setToolTip(tooltip);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          ...facts.map((label) => ({ label, enabled: false })),
          { type: 'separator' },
          { label: actions.open, click: open },
          { label: actions.quit, click: quit },
        ]),
      );
    },
    close: () => tray.destroy(),
  };
}

export function toneOf(status: TerminalStatus | undefined): SealTone {
  return status?.alarms[0]?.level ?? 'calm';
}

/** The images drawn so far: drawing one takes up to 50 ms, in which no sale can proceed. */
const images = new Map<SealTone, Electron.NativeImage>();

export function sealImage(tone: SealTone): Electron.NativeImage {
  const before = images.get(tone);
  if (before !== undefined) return before;
  const image = nativeImage.createEmpty();
  for (const [scale, size] of Object.entries(sizes))
    image.addRepresentation({
      scaleFactor: Number(scale),
      width: size,
      height: size,
      buffer: nativeImage.createFromBitmap(drawSeal(size, tone), { width: size, height: size }).toPNG(),
    });
  images.set(tone, image);
  return image;
}
