import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { privateFile } from '../../base/platform/files/private-files.ts';

/*
 * Joins ZIP files: entries are copied as they are, and one directory is written for all of them. A month may have more
 * entries than an ordinary directory can hold; then the form for large files (ZIP64) is used. Source: PKWARE APPNOTE
 * 6.3.9, sections 4.3.12, 4.3.14 to 4.3.16 and 4.5.3.
 */

const chunk = 1 << 20;
const endSize = 22;
const recordSize = 46;
const most16 = 0xffff;
const most32 = 0xffffffff;
const signatures = { record: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };

interface Directory {
  readonly entries: number;
  readonly size: number;
  /** The position of the directory in the file; everything before it is entries. */
  readonly offset: number;
}

/**
 * Joins ZIP files, none of them in the form for large files, into a new one.
 * @param throwIfStopped called from time to time; an error that it throws ends the work
 * @returns the SHA-256 of the new file, hex, and its size
 */
export function joinZips(
  parts: readonly string[],
  file: string,
  throwIfStopped: () => void = () => {},
): { readonly hash: string; readonly bytes: number } {
  const out = openSync(file, 'w', privateFile);
  try {
    const hash = createHash('sha256');
    let at = 0;
    const write = (bytes: Uint8Array) => {
      hash.update(bytes);
      for (let done = 0; done < bytes.length; ) done += writeSync(out, bytes, done);
      at += bytes.length;
    };
    const placed = parts.map((part) => {
      const base = at;
      const directory = withFile(part, (handle) => copyEntries(handle, write, throwIfStopped));
      return { part, base, ...directory };
    });
    const start = at;
    for (const { part, base, offset, size } of placed) {
      throwIfStopped();
      const records = withFile(part, (handle) => readAt(handle, offset, size));
      for (const record of moved(records, base)) write(record);
    }
    const entries = placed.reduce((sum, one) => sum + one.entries, 0);
    for (const record of endOf({ entries, size: at - start, offset: start })) write(record);
    fsyncSync(out);
    return { hash: hash.digest('hex'), bytes: at };
  } finally {
    closeSync(out);
  }
}

function withFile<T>(file: string, work: (handle: number) => T): T {
  const handle = openSync(file, 'r');
  try {
    return work(handle);
  } finally {
    closeSync(handle);
  }
}

function copyEntries(
  handle: number,
  write: (bytes: Uint8Array) => void,
  throwIfStopped: () => void,
): Directory {
  const directory = directoryOf(handle);
  for (let from = 0; from < directory.offset; from += chunk) {
    throwIfStopped();
    write(readAt(handle, from, Math.min(chunk, directory.offset - from)));
  }
  return directory;
}

/** Reads the end of a ZIP file without a comment. */
function directoryOf(handle: number): Directory {
  const { size } = fstatSync(handle);
  const end = readAt(handle, size - endSize, endSize);
  const entries = end.readUInt16LE(10);
  if (end.readUInt32LE(0) !== signatures.end || entries === most16) throw new Error('no ZIP file of ours');
  return { entries, size: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(handle, bytes, done, length - done, position + done);
    if (read === 0) throw new Error('a file is shorter than it was');
    done += read;
  }
  return bytes;
}

/** Returns the records of a directory for entries that begin `base` bytes later. */
function* moved(records: Buffer, base: number): Generator<Uint8Array> {
  for (let at = 0; at < records.length; ) {
    if (records.readUInt32LE(at) !== signatures.record) throw new Error('no directory of a ZIP file');
    const [name, extra, comment] = [28, 30, 32].map((place) => records.readUInt16LE(at + place));
    const size = recordSize + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    const record = records.subarray(at, at + size);
    const offset = base + record.readUInt32LE(42);
    at += size;
    if (offset < most32) {
      record.writeUInt32LE(offset, 42);
      yield record;
    } else yield withLargeOffset(record, recordSize + (name ?? 0), offset);
  }
}

function withLargeOffset(record: Buffer, extraAt: number, offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  record.writeUInt16LE(45, 6);
  record.writeUInt16LE(record.readUInt16LE(30) + field.length, 30);
  record.writeUInt32LE(most32, 42);
  return Buffer.concat([record.subarray(0, extraAt), field, record.subarray(extraAt)]);
}

function* endOf({ entries, size, offset }: Directory): Generator<Uint8Array> {
  const isLarge = entries >= most16 || size >= most32 || offset >= most32;
  if (isLarge) {
    const end = Buffer.alloc(56 + 20);
    end.writeUInt32LE(signatures.end64, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(45, 12);
    end.writeUInt16LE(45, 14);
    end.writeBigUInt64LE(BigInt(entries), 24);
    end.writeBigUInt64LE(BigInt(entries), 32);
    end.writeBigUInt64LE(BigInt(size), 40);
    end.writeBigUInt64LE(BigInt(offset), 48);
    end.writeUInt32LE(signatures.locator64, 56);
    end.writeBigUInt64LE(BigInt(offset + size), 64);
    end.writeUInt32LE(1, 72);
    yield end;
  }
  const end = Buffer.alloc(endSize);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(entries, most16), 8);
  end.writeUInt16LE(Math.min(entries, most16), 10);
  end.writeUInt32LE(Math.min(size, most32), 12);
  end.writeUInt32LE(Math.min(offset, most32), 16);
  yield end;
}
