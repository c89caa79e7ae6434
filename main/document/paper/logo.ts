import { crc32, deflateSync, inflateSync } from 'node:zlib';
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

/** The channels of a colour type, and the bits that a channel may have. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
};

/**
 * Writes an opaque PNG anew from its size, palette and pixels, and leaves everything else of it out.
 * @returns undefined for a picture that is not whole, or has more or fewer pixels than its header says
 */
export function rewrittenLogo(png: Buffer): Buffer | undefined {
  const size = logoSize(png);
  const chunks = size && chunksIn(png);
  if (size === undefined || chunks === undefined) return undefined;
  const [depth = 0, type = -1, compression, filter] = png.subarray(24, 28);
  if (depthsOf[type]?.includes(depth) !== true || compression !== 0 || filter !== 0) return undefined;
  const line = 1 + Math.ceil((size.width * depth * (channelsOf[type] ?? 0)) / 8);
  const pixels = inflated(Buffer.concat(chunks.get('IDAT') ?? []), line * size.height);
  if (pixels === undefined) return undefined;
  for (let at = 0; at < pixels.length; at += line) if ((pixels[at] ?? 5) > 4) return undefined;
  const [palette] = chunks.get('PLTE') ?? [];
  if (type === 3 && (palette === undefined || palette.length % 3 !== 0 || palette.length > 3 * 2 ** depth))
    return undefined;
  return Buffer.concat([
    signature,
    chunkOf('IHDR', png.subarray(16, 29)),
    ...(type === 3 && palette !== undefined ? [chunkOf('PLTE', palette)] : []),
    chunkOf('IDAT', deflateSync(pixels)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the content of the chunks by their names; undefined if the end is missing. Their sums are made anew. */
function chunksIn(png: Buffer): ReadonlyMap<string, readonly Buffer[]> | undefined {
  const chunks = new Map<string, Buffer[]>();
  for (let at = signature.length; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > png.length) return undefined;
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return chunks;
    chunks.set(name, [...(chunks.get(name) ?? []), png.subarray(at + 8, end)]);
    at = end + 4;
  }
  return undefined;
}

/** Returns exactly this many bytes. */
function inflated(bytes: Buffer, length: number): Buffer | undefined {
  try {
    const pixels = inflateSync(bytes, { maxOutputLength: length + 1 });
    return pixels.length === length ? pixels : undefined;
  } catch {
    return undefined;
  }
}

function chunkOf(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * Returns the lines with their logo written anew.
 * @throws FailureError `bad-input` when it is not a whole, opaque PNG
 */
export function withSoundLogo<T extends Pick<ShopLines, 'logo'>>(lines: T): T {
  if (lines.logo === undefined) return lines;
  const png = rewrittenLogo(Buffer.from(lines.logo, 'base64'));
  if (png !== undefined && png.length <= shopLimits.logoBytes)
    return { ...lines, logo: png.toString('base64') };
  const message = `must be a PNG without transparency, at most ${shopLimits.logoSide} pixels wide and high`;
  return fail('bad-input', { issues: [{ path: ['shop', 'logo'], code: 'logo', message }] });
}
