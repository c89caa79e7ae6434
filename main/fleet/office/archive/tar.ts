/* Writes tar archives (POSIX ustar), the oldest format that every tar reads. */

const block = 512;

/**
 * Returns one file as it stands in an archive: its header, its bytes, and zeros up to a whole block.
 * @param name at most 100 bytes
 * @param at seconds since 1970
 */
export function tarEntry(name: string, bytes: Uint8Array, at: number): Buffer {
  const path = Buffer.from(name, 'utf8');
  if (path.length > 100) throw new TypeError(`${name} is too long for an archive`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  path.copy(header, 0);
  header.write(octal(0o444, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(at, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const rest = (block - (bytes.length % block)) % block;
  return Buffer.concat([header, bytes, Buffer.alloc(rest)]);
}

/** The end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block);
