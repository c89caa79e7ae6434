import { OutsideError } from '../../base/outside/outside-error.ts';
import {
  type FileState,
  inFolder,
  type OutsideFolder,
  type PlaceOptions,
  sharedFile,
  sharedFolder,
} from '../../base/outside/outside-folder.ts';

/* The folders of a drop folder, and the functions that move files into and out of them. */

/** The folder that the manager chose. */
export interface DropPlace extends Pick<PlaceOptions, 'ownFolder'> {
  readonly folder: string;
}

export interface Folders {
  readonly root: OutsideFolder;
  /** Other programs put sales here. */
  readonly in: OutsideFolder;
  /** Documents and their status are put here. */
  readonly out: OutsideFolder;
  /** Refused sales go here, each with its reason. */
  readonly refused: OutsideFolder;
  /** The sales that are being worked on: nobody else writes here. */
  readonly taken: OutsideFolder;
}

/** Opens the folders, and makes those that are missing. @throws OutsideError for a link in the place of one of them */
export function withFolders<T>(
  { folder, ownFolder }: DropPlace,
  work: (folders: Folders) => Promise<T>,
): Promise<T> {
  const make = sharedFolder;
  return inFolder(folder, { ownFolder, make }, async (root) => {
    const [incoming, out, refused, taken] = [
      await root.folder('in', { make }),
      await root.folder('out', { make }),
      await root.folder('refused', { make }),
      await root.folder('.taken', { make }),
    ];
    return work({ root, in: incoming, out, refused, taken });
  });
}

/** A file as it was when it was seen; two sightings that differ are two versions. */
export interface Sighting {
  readonly name: string;
  readonly size: bigint;
  readonly modifiedNs: bigint;
  readonly inode: bigint;
}

const isSaleFile = (name: string) => /^[^.].*\.json$/i.test(name);

/** Returns the number of sale files in a folder, without reading them. */
export const countSaleFiles = async (folder: OutsideFolder): Promise<number> =>
  (await saleFilesIn(folder)).length;

/** Returns the sale files in a folder, oldest first. Hidden files, other endings, links and folders are ignored. */
export async function saleFilesIn(folder: OutsideFolder): Promise<Sighting[]> {
  const found: Sighting[] = [];
  for (const name of (await folder.names()).filter(isSaleFile)) {
    const stats = await folder.look(name);
    if (stats?.isFile()) found.push(sightingOf(name, stats));
  }
  return found.toSorted((one, other) =>
    one.modifiedNs === other.modifiedNs
      ? one.name < other.name
        ? -1
        : 1
      : one.modifiedNs < other.modifiedNs
        ? -1
        : 1,
  );
}

export const isSame = (one: Sighting | undefined, other: Sighting): boolean =>
  one !== undefined &&
  one.size === other.size &&
  one.modifiedNs === other.modifiedNs &&
  one.inode === other.inode;

/**
 * Reads a whole file, with its state when it was read; `bytes` is undefined if it is larger than allowed.
 * @returns undefined when it is gone, or changed while it was read
 */
export async function readWhole(
  folder: OutsideFolder,
  name: string,
  largest: number,
): Promise<{ sighting: Sighting; bytes: Buffer | undefined } | undefined> {
  const file = await folder.open(name);
  if (file === undefined) return undefined;
  try {
    const sighting = sightingOf(name, file.stats);
    const bytes = file.size > largest ? undefined : await file.read(0, file.size);
    return isSame(sightingOf(name, await file.look()), sighting) ? { sighting, bytes } : undefined;
  } finally {
    await file.close();
  }
}

/** Puts a file in its place as a whole or not at all; other programs may read it. */
export const writeWhole = (folder: OutsideFolder, name: string, content: string | Uint8Array) =>
  folder.write(name, content, sharedFile);

/** The longest name in bytes; file systems allow 255, and we add a number and an ending. */
const longestStem = 200;

/**
 * The beginning of the names of all files about a sale file: its name without the ending, short enough for ours. If it
 * ends like our own names, it is changed, so that it cannot replace another file.
 */
export function stemOf(name: string): string {
  const stem = name.replace(/\.json$/i, '').replace(/\.(cleared|reason)$/i, '-$1');
  let kept = '';
  for (const character of stem) {
    if (Buffer.byteLength(kept + character) > longestStem) break;
    kept += character;
  }
  return kept;
}

/**
 * Returns true when a file has this name.
 * @throws OutsideError for a link, pipe or folder, which would keep the name for ever
 */
export async function exists(folder: OutsideFolder, name: string): Promise<boolean> {
  const stats = await folder.look(name);
  if (stats === undefined || stats.isFile()) return stats !== undefined;
  throw new OutsideError('place-not-plain', `${folder.path}/${name}`);
}

const sightingOf = (name: string, { size, mtimeNs, ino }: FileState): Sighting => ({
  name,
  size,
  modifiedNs: mtimeNs,
  inode: ino,
});
