import { fail } from '../../../shared/failure.ts';
import { type ShopLines, shopLimits } from '../../../shared/shop-lines.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * The accepted colour types: grey, RGB and palette. The other two have transparency, which PDF/A and thermal paper do
 * not support.
 */
const opaqueTypes: ReadonlySet<number> = new Set([0, 2, 3]);

/** Returns the size of an opaque PNG; undefined for any other file. */
export function logoSize(png: Buffer): PictureSize | undefined {
  if (png.length < 33 || !png.subarray(0, 8).equals(signature) || png.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [colorType = -1, interlaced = -1] = [png[25], png[28]];
  const isSized = [width, height].every((side) => side > 0 && side <= shopLimits.logoSide);
  return isSized && opaqueTypes.has(colorType) && interlaced === 0 && !png.includes('tRNS')
    ? { width, height }
    : undefined;
}

/** Refuses a logo that cannot be printed. @throws FailureError `bad-input` when it is not an opaque PNG */
export function checkLogo({ logo }: ShopLines): void {
  if (logo === undefined || logoSize(Buffer.from(logo, 'base64')) !== undefined) return;
  const message = `must be a PNG without transparency, at most ${shopLimits.logoSide} pixels wide and high`;
  fail('bad-input', { issues: [{ path: ['shop', 'logo'], code: 'logo', message }] });
}
