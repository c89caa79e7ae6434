import { toBuffer } from 'qrcode';
import { qrLevel, qrPath, quietZone } from '../../../shared/values/qr-path.ts';

/* Draws the symbol of a document's QR text as pictures, with the same modules as on the receipt. */

/** Returns the symbol as an SVG that scales without loss, including the white border. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 4}" height="${size * 4}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}

/** Returns the symbol as a PNG. @param scale pixels of a module */
export function qrPng(text: string, scale: number): Promise<Uint8Array> {
  return toBuffer(text, { errorCorrectionLevel: qrLevel, margin: quietZone, scale });
}
