import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { Zip, ZipDeflate, type ZipInputFile, ZipPassThrough } from 'fflate';
import { privateFile } from '../../base/platform/files/private-files.ts';
import { zipTime } from './zip-times.ts';

/** Opens a new ZIP file. @param at the time of its entries, in milliseconds since 1970 */
export function openZipFile(file: string, at: number) {
  const mtime = zipTime(at);
  const handle = openSync(file, 'w', privateFile);
  let isOpen = true;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    for (let done = 0; done < chunk.length; ) done += writeSync(handle, chunk, done);
  });
  return {
    /** Adds a file, which is never held in memory as a whole. Returns its line for a list of checksums. */
    add(name: string, pieces: Iterable<Uint8Array>): string {
      const hash = createHash('sha256');
      const entry = asUnix(new ZipDeflate(name));
      entry.mtime = mtime;
      zip.add(entry);
      for (const piece of pieces) {
        hash.update(piece);
        entry.push(piece);
      }
      entry.push(new Uint8Array(), true);
      return `${hash.digest('hex')}  ${name}\n`;
    },
    /** Writes the directory and makes the file durable. */
    end() {
      zip.end();
      fsyncSync(handle);
    },
    /** Closes the file, finished or not. */
    close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

/** Marks an entry as made on Unix: Info-ZIP reads names in Arabic wrongly if it takes an entry for one made on DOS. */
function asUnix<T extends Pick<ZipInputFile, 'os' | 'attrs'>>(entry: T): T {
  entry.os = 3;
  // The upper half marks a regular file with the mode 644.
  entry.attrs = 0o100644 * 2 ** 16;
  return entry;
}

/**
 * Compresses a small file in one piece with the runtime's own code: a month has thousands, and fflate needs much memory
 * for each.
 */
class SmallFile extends ZipPassThrough {
  constructor(name: string) {
    super(name);
    this.compression = 8;
  }
  protected override process(chunk: Uint8Array, final: boolean): void {
    this.ondata(null, deflateRawSync(chunk), final);
  }
}

/** Packs small files, each with its time, into a ZIP file in memory. */
export function packSmall(files: Iterable<{ name: string; bytes: Uint8Array; at: number }>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { name, bytes, at } of files) {
    const file = asUnix(new SmallFile(name));
    file.mtime = zipTime(at);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
