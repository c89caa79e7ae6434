import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../platform/sync-folder.ts';

/*
 * The files of one archive in a folder. They are written under names that end with .part, and get their own once the
 * database has committed what it knows of them: a failure on the way leaves nothing that keeps out the next attempt.
 */

const part = '.part';

export const objectName = (base: string) => `${base}.tar.zst`;
export const manifestName = (base: string) => `${base}.manifest.json`;

/** The manifest last: where it is, everything is. */
const filesOf = (base: string) => [
  objectName(base),
  `${base}.sha256`,
  `${manifestName(base)}.sig`,
  manifestName(base),
];

export interface Manifest {
  readonly base: string;
  readonly text: string;
  readonly sha256: string;
  readonly signature: string;
  /** SHA-256 of the object, hex. */
  readonly object: string;
}

/** @throws Error where this archive is in the folder: it is never written anew */
export function holdUnwritten(folder: string, base: string): void {
  if (existsSync(path.join(folder, manifestName(base))))
    throw new Error(`${objectName(base)} is there already, and an archive is never written anew`);
}

export async function openObject(folder: string, base: string) {
  await mkdir(folder, { recursive: true });
  return open(path.join(folder, objectName(base) + part), 'w+', 0o600);
}

/** Removes an object that nothing was written into. */
export const dropObject = (folder: string, base: string) =>
  rm(path.join(folder, objectName(base) + part), { force: true });

/** Writes the manifest, its signature and the checksums beside the object, for now under other names. */
export async function writeManifest(
  folder: string,
  { base, text, sha256, signature, object }: Manifest,
): Promise<void> {
  const sums = `${object}  ${objectName(base)}\n${sha256}  ${manifestName(base)}\n`;
  await writeDurably(path.join(folder, `${manifestName(base)}.sig${part}`), signature);
  await writeDurably(path.join(folder, `${base}.sha256${part}`), sums);
  await writeDurably(path.join(folder, manifestName(base) + part), text);
  await syncFolder(folder);
}

/** Gives the files of a committed archive their names; those that have them already keep them. */
export async function finish(folder: string, base: string): Promise<void> {
  for (const name of filesOf(base)) {
    const file = path.join(folder, name);
    if (existsSync(file + part)) await rename(file + part, file);
  }
  await syncFolder(folder);
}

/**
 * Finishes what was committed when the office was killed before it could; other parts are left to be overwritten.
 * @throws Error where an archive that is asked for is committed, and not in this folder
 */
export async function finishCommitted(
  folder: string,
  committed: readonly { readonly base: string; readonly sha256: string; readonly isAsked: boolean }[],
): Promise<void> {
  for (const { base, sha256, isAsked } of committed) {
    if (existsSync(path.join(folder, manifestName(base)))) continue;
    const text = await readFile(path.join(folder, manifestName(base) + part)).catch(() => undefined);
    if (text !== undefined && createHash('sha256').update(text).digest('hex') === sha256)
      await finish(folder, base);
    else if (isAsked)
      throw new Error(
        `${objectName(base)} was archived, and is not in ${folder}: name the folder that has it`,
      );
  }
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
