import { writeFileSync } from 'node:fs';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Printout } from './fake-printer.ts';

/** The rows of a printout that contain the code, and the columns at which it begins and ends. */
interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Returns the text of the QR on a printout, as a customer's telephone reads it. */
export function readQr(printout: Printout): string {
  const place = findQr(printout);
  return decode(cut(printout, place), BarcodeFormat.QR_CODE);
}

/** Returns the width and height of the QR's modules in dots; all modules must have the same size. */
export function moduleSides(printout: Printout): Set<number> {
  const { top, bottom, left, right } = findQr(printout);
  // The seventh row and column of modules alternate between black and white from one corner to the other.
  const corner = runs(rowOf(printout, top, left, right))[0] ?? 0;
  const middle = Math.round((6.5 * corner) / 7);
  const row = runs(rowOf(printout, top + middle, left, right));
  const column = runs(columnOf(printout, left + middle, top, bottom));
  return new Set([...row.slice(1, -1), ...column.slice(1, -1)]);
}

export function readCode128(printout: Printout): string {
  return decode(printout, BarcodeFormat.CODE_128);
}

/** Writes the printout as an image for people to look at. */
export function writePicture({ width, height, luminance }: Printout, file: string): void {
  writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), Buffer.from(luminance)]));
}

function decode({ width, height, luminance }: Printout, format: BarcodeFormat): string {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [format]],
    [DecodeHintType.TRY_HARDER, true],
    ...(format === BarcodeFormat.QR_CODE ? [[DecodeHintType.PURE_BARCODE, true] as const] : []),
  ]);
  const source = new RGBLuminanceSource(luminance, width, height);
  return new MultiFormatReader()
    .decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints)
    .getText();
}

/** Finds the first corner of a QR: at least seven rows of an unbroken frame of one width. */
function findQr(printout: Printout): Place {
  const { width, height } = printout;
  for (let top = 0; top < height; top += 1) {
    const black = blackRuns(printout, top);
    const [first] = black;
    const last = black.at(-1);
    if (first === undefined || last === undefined || black.length < 8 || last === first) continue;
    const corner = first.length;
    if (corner < 7 * 3 || corner % 7 !== 0 || last.length !== corner) continue;
    const side = last.start + last.length - first.start;
    if (top + side > height || !isBlackColumn(printout, first.start, top, corner)) continue;
    return { top, bottom: top + side, left: first.start, right: first.start + side };
  }
  throw new Error(`no QR on ${width} × ${height} dots`);
}

function blackRuns({ width, luminance }: Printout, y: number) {
  const found: { start: number; length: number }[] = [];
  for (let x = 0; x < width; x += 1) {
    if (luminance[y * width + x] !== 0) continue;
    const last = found.at(-1);
    if (last !== undefined && last.start + last.length === x) last.length += 1;
    else found.push({ start: x, length: 1 });
  }
  return found;
}

const isBlackColumn = ({ width, luminance }: Printout, x: number, top: number, length: number): boolean =>
  Array.from({ length }, (_, index) => luminance[(top + index) * width + x]).every((dot) => dot === 0);

const rowOf = ({ width, luminance }: Printout, y: number, left: number, right: number): Uint8ClampedArray =>
  luminance.subarray(y * width + left, y * width + right);

const columnOf = (
  { width, luminance }: Printout,
  x: number,
  top: number,
  bottom: number,
): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: bottom - top }, (_, index) => luminance[(top + index) * width + x] ?? 0);

/** Returns the lengths of the runs of dots of one colour. */
function runs(dots: Uint8ClampedArray): number[] {
  const lengths: number[] = [];
  for (const [index, dot] of dots.entries()) {
    if (index > 0 && dot === dots[index - 1]) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
    else lengths.push(1);
  }
  return lengths;
}

/** Cuts out the code with a white margin. */
function cut({ width, luminance }: Printout, { top, bottom, left, right }: Place): Printout {
  const edge = 16;
  const size = right - left + 2 * edge;
  const part = new Uint8ClampedArray(size * (bottom - top + 2 * edge)).fill(255);
  for (let y = top; y < bottom; y += 1)
    part.set(luminance.subarray(y * width + left, y * width + right), (y - top + edge) * size + edge);
  return { width: size, height: bottom - top + 2 * edge, luminance: part };
}
