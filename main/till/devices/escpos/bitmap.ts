import { setImmediate } from 'node:timers/promises';

/** A picture of dots that are black (1) or white: eight in a byte, the leftmost in its highest bit. */
export interface Bitmap {
  /** The width in dots; a multiple of eight. */
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** A part of a drawn page: four bytes for each dot, blue, green, red and one that is not used. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bgra: Uint8Array;
}

/** Brightness, of 255, below which a dot is black: thin strokes stay, and the grey around them disappears. */
const threshold = 150;

/** Turns parts of a page into dots, one below the other; too wide a part is cut, too narrow a one is padded. */
export async function toBitmap(parts: readonly Pixels[], width: number): Promise<Bitmap> {
  const height = parts.reduce((sum, part) => sum + part.height, 0);
  const bytesPerRow = width / 8;
  const bits = new Uint8Array(bytesPerRow * height);
  let row = 0;
  for (const part of parts) {
    for (let y = 0; y < part.height; y += 1, row += 1) setRow(bits, row * bytesPerRow, part, y, width);
    await setImmediate(); // The till can sell while this waits.
  }
  return withoutWhiteEnd({ width, height, bits });
}

function setRow(bits: Uint8Array, at: number, { width, bgra }: Pixels, y: number, dots: number): void {
  for (let x = 0; x < Math.min(width, dots); x += 1) {
    const pixel = 4 * (y * width + x);
    const [blue, green, red] = [bgra[pixel] ?? 255, bgra[pixel + 1] ?? 255, bgra[pixel + 2] ?? 255];
    // The share of each colour in perceived brightness, in thousandths.
    if (299 * red + 587 * green + 114 * blue >= threshold * 1000) continue;
    const byte = at + (x >> 3);
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7));
  }
}

/** Returns the bitmap without the white rows at its end, because the printer feeds paper before the cut anyway. */
function withoutWhiteEnd({ width, height, bits }: Bitmap): Bitmap {
  const bytesPerRow = width / 8;
  const end = bits.findLastIndex((byte) => byte !== 0);
  const rows = Math.min(height, Math.floor(end / bytesPerRow) + 1);
  return { width, height: rows, bits: bits.subarray(0, rows * bytesPerRow) };
}

const DLE = 0x10;
/** After DLE, a printer executes each of these bytes even within a picture: a status, a request, a pulse. */
const obeyed = new Set([0x04, 0x05, 0x14]);

/**
 * Returns the dots without bytes that a printer would execute at once as a command, such as opening the drawer. In each
 * such byte, the single dot is made one dot wider.
 */
export function withoutCommands(bits: Uint8Array): Uint8Array {
  const safe = Uint8Array.from(bits);
  for (let at = safe.indexOf(DLE); at >= 0; at = safe.indexOf(DLE, at + 1))
    if (obeyed.has(safe[at + 1] ?? 0)) safe[at] = 0x30;
  return safe;
}
