// Reads electron-builder's archive: its header is JSON, behind four little-endian numbers.
import { closeSync, openSync, readSync } from 'node:fs';

/** Returns the files of an archive: their paths, sizes; and which of them are unpacked beside the archive. */
export function filesOf(archive) {
  const file = openSync(archive, 'r');
  try {
    const sizes = Buffer.alloc(16);
    readSync(file, sizes, 0, 16, 0);
    const header = Buffer.alloc(sizes.readUInt32LE(12));
    readSync(file, header, 0, header.length, 16);
    const files = [];
    const collect = (folder, at) => {
      for (const [name, entry] of Object.entries(folder.files)) {
        const here = at === '' ? name : `${at}/${name}`;
        if (entry.files !== undefined) collect(entry, here);
        else files.push({ path: here, size: entry.size ?? 0, isUnpacked: entry.unpacked === true });
      }
    };
    collect(JSON.parse(header.toString('utf8')), '');
    return files;
  } finally {
    closeSync(file);
  }
}
