import JsBarcode from 'jsbarcode';

/** White modules on each side (ISO/IEC 15417 asks for 10, EAN for 11). */
const quietZone = 11;

/** A linear barcode, as one SVG path of height 1. */
export interface LinearCode {
  /** The width in modules, with the white at both ends. */
  readonly width: number;
  readonly path: string;
}

/** Returns Code 128; undefined for a text that is not ASCII. */
export function code128(text: string): LinearCode | undefined {
  return /^[\x20-\x7e]+$/.test(text) ? draw(text, 'CODE128') : undefined;
}

/** Returns the barcode of an article's code: EAN-13, EAN-8 or UPC if it is such a number, otherwise Code 128. */
export function linearCode(code: string): LinearCode | undefined {
  const format = ({ 13: 'EAN13', 12: 'UPC', 8: 'EAN8' } as const)[code.length];
  return format !== undefined && hasCheckDigit(code) ? draw(code, format) : code128(code);
}

/** Returns true when a number ends with the check digit of GS1. */
function hasCheckDigit(code: string): boolean {
  if (!/^\d+$/.test(code)) return false;
  const sum = [...code]
    .toReversed()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function draw(text: string, format: 'CODE128' | 'EAN13' | 'EAN8' | 'UPC'): LinearCode {
  // The library can write the modules into an object instead of drawing them.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format, flat: true });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  const path = [...modules.matchAll(/1+/g)]
    .map(({ index, 0: bar }) => `M${quietZone + index} 0h${bar.length}v1h-${bar.length}z`)
    .join('');
  return { width: modules.length + 2 * quietZone, path };
}
