/* Writes tar archives (POSIX ustar, and pax for long names), which every modern tar reads. */

const block = 512;
/** The number of bytes of a name in a header; a longer one gets an extra header before the file. */
const nameBytes = 100;

/**
 * Returns one file in the form that it has in an archive: its header, its bytes, and zeros up to a whole block.
 * @param at seconds since 1970
 */
export function tarEntry(name: string, bytes: Uint8Array, at: number): Buffer {
  const path = Buffer.from(name, 'utf8');
  const isLong = path.length > nameBytes;
  const rest = (block - (bytes.length % block)) % block;
  return Buffer.concat([
    ...(isLong ? [longName(path, at)] : []),
    header(path.subarray(0, nameBytes), bytes.length, at, '0'),
    bytes,
    Buffer.alloc(rest),
  ]);
}

/** Returns the extended header with the whole name; its record begins with its own length. */
function longName(path: Buffer, at: number): Buffer {
  const after = Buffer.concat([Buffer.from(' path='), path, Buffer.from('\n')]);
  const digits = String(after.length + String(after.length).length).length;
  const record = Buffer.concat([Buffer.from(String(after.length + digits)), after]);
  const rest = (block - (record.length % block)) % block;
  const name = Buffer.from('long-name');
  return Buffer.concat([header(name, record.length, at, 'x'), record, Buffer.alloc(rest)]);
}

function header(name: Uint8Array, size: number, at: number, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  bytes.set(name, 0);
  bytes.write(octal(0o444, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(at, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write(type, 156);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * block);
