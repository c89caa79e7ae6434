import type { DrawerPin } from '../../../../shared/contract/till/devices.ts';

/* The few ESC/POS commands needed to print a receipt as a picture, as printers' manuals describe them. */

const [ESC, GS, DLE, EOT] = [0x1b, 0x1d, 0x10, 0x04];

/** ESC @: forget what an earlier print left. */
export const initialise = Uint8Array.of(ESC, 0x40);

/** GS V 66 0: feed to the blade and cut, leaving a strip. */
export const feedAndCut = Uint8Array.of(GS, 0x56, 66, 0);

/** ESC d: feed lines, past the edge where paper is torn off. */
export const feedToEdge = Uint8Array.of(ESC, 0x64, 6);

/** ESC p: a pulse on a pin of the drawer's plug, in units of 2 ms on and off. */
export const kick = (pin: DrawerPin): Uint8Array => Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, 50, 250);

/** The statuses that a printer reports at once, even when it has stopped. */
export const statusKinds = { offline: 2, paper: 4 } as const;

/** DLE EOT n: ask for a status. */
export const askStatus = (kind: keyof typeof statusKinds): Uint8Array =>
  Uint8Array.of(DLE, EOT, statusKinds[kind]);

/** GS r 1: ask for a status that comes only after everything before it was printed. */
export const askWhenDone = Uint8Array.of(GS, 0x72, 1);

/** Answers to DLE EOT and to GS r have different fixed bits, by which they are recognised. */
export const isStatus = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0010;
export const isDone = (byte: number): boolean => (byte & 0b1001_0000) === 0;

export const isPaperOut = (paper: number): boolean => (paper & 0b0110_0000) !== 0;
export const isCoverOpen = (offline: number): boolean => (offline & 0b0000_0100) !== 0;
export const isStoppedForPaper = (offline: number): boolean => (offline & 0b0010_0000) !== 0;

/** GS v 0: rows of dots, eight in a byte. */
export function raster(rows: Uint8Array, bytesPerRow: number): Uint8Array {
  const height = rows.length / bytesPerRow;
  const head = [GS, 0x76, 0x30, 0, bytesPerRow & 0xff, bytesPerRow >> 8, height & 0xff, height >> 8];
  return Buffer.concat([Uint8Array.from(head), rows]);
}
