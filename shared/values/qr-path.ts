import { create } from 'qrcode/lib/core/qrcode.js';

/** The white modules around the code (ISO/IEC 18004 asks for 4). */
export const quietZone = 4;
/** The level M, with which a scanner can read a symbol that is 15 % damaged. */
export const qrLevel = 'M';

/**
 * A QR code, error level M, as one SVG path: `M…h…v1h-…z` for each run of dark modules.
 * @returns the path in a square of `size` modules, including the white border
 */
export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: qrLevel });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const start = column;
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1;
      const width = column - start + 1;
      path += `M${start + quietZone} ${row + quietZone}h${width}v1h-${width}z`;
    }
  }
  return { size: modules.size + 2 * quietZone, path };
}
