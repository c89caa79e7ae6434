import { createHash } from 'node:crypto';
import path from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { type MonthPart, monthPart } from '../../../shared/stored/notes/ledger.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { moveFileSync } from '../../base/platform/files/move-file.ts';
import {
  isOwnThere,
  readOwn,
  readOwnBytes,
  removeOwn,
  writeOwn,
} from '../../base/platform/files/own-files.ts';

/* The folder in which a file is made part by part, and in which finished work survives even a power failure. */

/** Returns the folder for the parts of a file, in the environment's own folder, where nobody else writes. */
export const stagingFolderOf = (scratch: string, file: string) =>
  path.join(scratch, `${path.basename(file)}.parts`);

/** Moves the finished parts of a file to the file that replaces it, and leaves nothing behind. */
export function passStaging(scratch: string, file: string, next: string): void {
  const [from, to] = [stagingFolderOf(scratch, file), stagingFolderOf(scratch, next)];
  if (from === to) return;
  try {
    if (isOwnThere(from) && !isOwnThere(to)) moveFileSync(from, to);
  } catch {
    // The folder is open in another program, so the work begins again.
  }
  try {
    removeOwn(from);
  } catch {
    // The folder is open in another program, or can no longer be written. Its remains do not prevent another file from
    // being made.
  }
}

/** Opens the folder in which a file is made, and creates it if missing. */
export function openStaging(scratch: string, file: string) {
  const folder = stagingFolderOf(scratch, file);
  makeFolders(folder);
  const fileOf = (name: string) => path.join(folder, name);
  return {
    file: fileOf,
    read: (name: string): Uint8Array => readOwnBytes(fileOf(name)),
    /** Returns a part that was made from this source and is still intact. */
    done(name: string, source: string): MonthPart | undefined {
      const part = readPart(fileOf(`${name}.json`));
      if (part?.source !== source) return undefined;
      const isWhole = (ending: keyof MonthPart['files']) =>
        hashOfFile(fileOf(`${name}.${ending}`)) === part.files[ending];
      return isWhole('zip') && isWhole('csv') ? part : undefined;
    },
    /** Writes the files of a part, and then the note that it is finished. */
    keep(
      name: string,
      { source, sums, zip, csv }: { source: string; sums: string; zip: Uint8Array; csv: Uint8Array },
    ): MonthPart {
      writeOwn(fileOf(`${name}.zip`), zip);
      writeOwn(fileOf(`${name}.csv`), csv);
      const part: MonthPart = { source, sums, files: { zip: sha256(zip), csv: sha256(csv) } };
      writeOwn(fileOf(`${name}.json`), monthPart.write(part));
      return part;
    },
    sumsOf: (name: string): string => readPart(fileOf(`${name}.json`))?.sums ?? fail('internal'),
    remove: () => removeOwn(folder),
  };
}

export type Staging = ReturnType<typeof openStaging>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the SHA-256 of a file; undefined if it cannot be read. */
function hashOfFile(file: string): string | undefined {
  try {
    return sha256(readOwnBytes(file));
  } catch {
    return undefined;
  }
}

/** A part whose note cannot be read is made again. */
function readPart(file: string): MonthPart | undefined {
  const text = readOwn(file);
  const read = text === undefined ? undefined : monthPart.read(text);
  return read?.ok ? read.value : undefined;
}
