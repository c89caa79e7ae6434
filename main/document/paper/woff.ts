import { inflateSync } from 'node:zlib';

/* WOFF 1.0 (W3C): an OpenType font whose tables are compressed one by one. */

const headerBytes = 44;
const entryBytes = 20;

/**
 * Extracts the OpenType font from a WOFF file, table by table. PDF embeds only OpenType, and reading the WOFF directly
 * would decompress a whole table for every glyph.
 * @throws RangeError when the bytes are not WOFF 1.0
 */
export function openTypeOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('not a WOFF 1.0 font');
  const flavor = woff.subarray(4, 8);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headerBytes + index * entryBytes;
    const offset = woff.readUInt32BE(at + 4);
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
    const length = woff.readUInt32BE(at + 12);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      length,
      bytes: stored.length < length ? inflateSync(stored) : stored,
    };
  });

  const directory = Buffer.alloc(12 + 16 * count);
  flavor.copy(directory, 0);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(16 * 2 ** power, 6); // The field searchRange.
  directory.writeUInt16BE(power, 8); // The field entrySelector.
  directory.writeUInt16BE(16 * (count - 2 ** power), 10); // The field rangeShift.
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, length, bytes }] of tables.entries()) {
    const at = 12 + 16 * index;
    tag.copy(directory, at);
    checksum.copy(directory, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    // Every table starts at a multiple of four bytes.
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
