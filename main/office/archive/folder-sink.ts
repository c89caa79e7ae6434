import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  inFile,
  inFolder,
  type OutsideFolder,
  openFolder,
  removeUnfinished,
} from '../../base/outside/outside-folder.ts';
import { newScratch, removeOwn } from '../../base/platform/files/own-files.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { manifestName } from '../../link/wire/archive/file-names.ts';
import { type ArchiveSink, filesOf, neverAnew, PlaceError, partSuffix } from './sink.ts';

/** The most bytes of a manifest; one of five thousand tills has two million. */
const mostManifestBytes = 64 * 1024 ** 2;

/**
 * Keeps archives in a folder, in which others may write. Their files are made elsewhere and put there before the
 * database commits, under names that end with `partSuffix`; they get their final names once it has committed.
 */
export function openFolderSink(given: string): ArchiveSink {
  const folder = path.resolve(given);
  const inPlace = <T>(work: (place: OutsideFolder) => Promise<T>) =>
    inFolder(folder, { make: privateFolder }, async (place) => {
      // Anybody could replace what people download and trust.
      if (place.isOpenToAll) throw new PlaceError(`every user of this machine may write in ${folder}`);
      return work(place);
    }).catch((cause: unknown) => {
      if (cause instanceof PlaceError) throw cause;
      throw new PlaceError(`${folder} cannot be written to`, { cause });
    });
  const isThere = async (place: OutsideFolder, base: string) =>
    (await place.look(manifestName(base))) !== undefined;
  return {
    place: folder,
    holds: false,
    async begin(base) {
      await inPlace(async (place) => {
        if (await isThere(place, base)) throw neverAnew(base);
        await removeUnfinished(place, Date.now());
      });
      const making = newScratch('khatm-archive-');
      return {
        folder: making,
        take: () => inPlace((place) => takeFiles(place, making, base)),
        keep: () => inPlace((place) => giveNames(place, base)),
        end: async () => removeOwn(making),
      };
    },
    finish: ({ base, sha256 }) =>
      inPlace(async (place) => {
        if (await isThere(place, base)) return true;
        const text = await place
          .read(manifestName(base) + partSuffix, mostManifestBytes)
          .catch(() => undefined);
        if (text === undefined || createHash('sha256').update(text).digest('hex') !== sha256) return false;
        await giveNames(place, base);
        return true;
      }),
    open: (name) => openFile(folder, name),
  };
}

/** Opens a file for a person; undefined for whatever is no plain file that is there alone. */
async function openFile(folder: string, name: string) {
  const opened = await openFolder(folder).catch(() => undefined);
  if (opened === undefined) return undefined;
  const file = await opened.place.open(name).catch(() => undefined);
  // A second name of the same file may be that of a secret.
  if (file === undefined || file.stats.nlink > 1n) {
    await file?.close();
    await opened.close();
    return undefined;
  }
  const stream = Readable.from(file.pieces(), { objectMode: false });
  stream.once('close', () => void file.close().then(opened.close));
  return { bytes: file.size, stream, isLocked: true };
}

async function takeFiles(place: OutsideFolder, making: string, base: string): Promise<void> {
  for (const name of filesOf(base)) {
    const file = await place.begin();
    try {
      await inFile(path.join(making, name + partSuffix), async (from) => {
        for await (const bytes of from.pieces()) await file.write(bytes);
      });
      await file.check();
      await file.keep(name + partSuffix);
    } finally {
      await file.end();
    }
  }
  await place.sync();
}

/** Gives the files of a committed archive their final names, as far as they do not have them yet. */
async function giveNames(place: OutsideFolder, base: string): Promise<void> {
  for (const name of filesOf(base)) {
    const stats = await place.look(name + partSuffix);
    if (stats === undefined) continue;
    if (!stats.isFile())
      throw new PlaceError(`${name}${partSuffix} in ${place.path} is no file of the office`);
    await place.move(name + partSuffix, place, name);
  }
  await place.sync();
}
