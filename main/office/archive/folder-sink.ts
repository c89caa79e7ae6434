import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolders } from '../../base/platform/files/sync-files.ts';
import { manifestName } from '../../link/wire/archive/file-names.ts';
import { type ArchiveSink, filesOf, neverAnew, PlaceError, partSuffix } from './sink.ts';

/**
 * Keeps archives in a folder. Their files are made there, and get their final names once the database has committed.
 */
export function openFolderSink(given: string): ArchiveSink {
  const folder = path.resolve(given);
  const isThere = (base: string) => existsSync(path.join(folder, manifestName(base)));
  return {
    place: folder,
    holds: false,
    async begin(base) {
      if (isThere(base)) throw neverAnew(base);
      await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
        throw new PlaceError(`${folder} cannot be written to`, { cause });
      });
      return {
        folder,
        take: () => syncFolders(folder),
        keep: () => giveNames(folder, base),
        end: async () => {},
      };
    },
    async finish({ base, sha256 }) {
      if (isThere(base)) return true;
      const file = path.join(folder, manifestName(base) + partSuffix);
      const text = await readFile(file).catch(() => undefined);
      if (text === undefined || createHash('sha256').update(text).digest('hex') !== sha256) return false;
      await giveNames(folder, base);
      return true;
    },
    async open(name) {
      const handle = await open(path.join(folder, name)).catch(() => undefined);
      if (handle === undefined) return undefined;
      return { bytes: (await handle.stat()).size, stream: handle.createReadStream(), isLocked: true };
    },
  };
}

/** Gives the files of a committed archive their final names, as far as they do not have them yet. */
async function giveNames(folder: string, base: string): Promise<void> {
  for (const name of filesOf(base)) {
    const file = path.join(folder, name);
    if (existsSync(file + partSuffix)) await rename(file + partSuffix, file);
  }
  await syncFolders(folder);
}
