import JsBarcode from 'jsbarcode';

/** White modules on each side (ISO/IEC 15417 asks for 10). */
const quietZone = 10;

/** Code 128 of a text in ASCII, as one SVG path of height 1. */
export interface LinearCode {
  /** Modules, with the white at both ends. */
  readonly width: number;
  readonly path: string;
}

/** Returns undefined for a text that the symbology cannot carry. */
export function code128(text: string): LinearCode | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  // The library writes the modules into any object in place of drawing them.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  const path = [...modules.matchAll(/1+/g)]
    .map(({ index, 0: bar }) => `M${quietZone + index} 0h${bar.length}v1h-${bar.length}z`)
    .join('');
  return { width: modules.length + 2 * quietZone, path };
}
