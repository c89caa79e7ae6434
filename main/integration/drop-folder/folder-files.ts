import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../../base/platform/files/move-file.ts';

/*
 * The folders of a drop folder, and the functions that move files into and out of them. Nothing here blocks: the folder
 * may be on a slow share, and the till must continue.
 */

export interface Folders {
  readonly root: string;
  /** Other programs put sales here. */
  readonly in: string;
  /** Documents and their status are put here. */
  readonly out: string;
  /** Refused sales go here, each with its reason. */
  readonly refused: string;
  /** The sales that are being worked on: nobody else writes here. */
  readonly taken: string;
}

export const foldersOf = (root: string): Folders => ({
  root,
  in: path.join(root, 'in'),
  out: path.join(root, 'out'),
  refused: path.join(root, 'refused'),
  taken: path.join(root, '.taken'),
});

export async function makeFolders(folders: Folders): Promise<void> {
  for (const folder of [folders.in, folders.out, folders.refused, folders.taken])
    await mkdir(folder, { recursive: true });
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
export async function countSaleFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && isSaleFile(entry.name)).length;
}

/** Returns the sale files in a folder, oldest first. Hidden files, other endings, links and folders are ignored. */
export async function saleFilesIn(folder: string): Promise<Sighting[]> {
  const names = (await readdir(folder)).filter(isSaleFile);
  const found: Sighting[] = [];
  for (const name of names) {
    const stats = await lstat(path.join(folder, name), { bigint: true }).catch(ignoreMissing);
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
 * @returns undefined when it changed while it was read
 */
export async function readWhole(
  file: string,
  largest: number,
): Promise<{ sighting: Sighting; bytes: Buffer | undefined } | undefined> {
  const handle = await open(file, 'r');
  try {
    const look = async () => sightingOf(path.basename(file), await handle.stat({ bigint: true }));
    const sighting = await look();
    const bytes = sighting.size > largest ? undefined : await handle.readFile();
    return isSame(await look(), sighting) ? { sighting, bytes } : undefined;
  } finally {
    await handle.close();
  }
}

/** Puts a file in its place as a whole or not at all: it is written under a hidden name, synced, and renamed. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const beside = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    const handle = await open(beside, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveFile(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

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

export async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(ignoreMissing)) !== undefined;
}

/** Ignores the error for a file that another program may remove at any time. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

const sightingOf = (name: string, { size, mtimeNs, ino }: BigIntStats): Sighting => ({
  name,
  size,
  modifiedNs: mtimeNs,
  inode: ino,
});
