import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moveFileSync } from './move-file.ts';
import { privateFile } from './private-files.ts';

/*
 * The program's own files: in its data folder, in its state folder, or in a folder for one piece of work. Nobody else
 * writes there, so these calls follow links and have no time limit. Every other file is `../../outside`.
 */

/** Returns true for a file or folder that exists. */
export const isOwnThere = (place: string): boolean => existsSync(place);

/** Returns the state of a file or folder; undefined if there is none. */
export const lookAtOwn = (place: string): Stats | undefined => statSync(place, { throwIfNoEntry: false });

/** Returns true for a plain file that exists. */
export const isOwnFile = (file: string): boolean => lookAtOwn(file)?.isFile() === true;

/** Returns the content; undefined if there is no file, or it cannot be read. */
export function readOwn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a file. @throws the system's own error */
export const readOwnBytes = (file: string): Buffer => readFileSync(file);

/** Returns the free bytes of the disk of a folder. @throws the system's own error */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes a file, whole or not at all, even if the power fails. @throws the system's own error */
export function writeOwn(file: string, content: string | Uint8Array): void {
  const part = `${file}.part`;
  const handle = openSync(part, 'w', privateFile);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  moveFileSync(part, file);
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Appends a text, which the system has when this returns. @throws the system's own error */
export const appendOwn = (file: string, text: string): void =>
  appendFileSync(file, text, { mode: privateFile });

/** Returns the names in a folder; none if there is no folder, or it cannot be read. */
export function namesInOwn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Copies a file, which may be missing; the copy shares blocks if the file system supports it. */
export function copyOwn(from: string, to: string): void {
  if (isOwnThere(from)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** Returns the path without links. @throws the system's own error */
export const realOwn = (place: string): string => realpathSync(place);

/** Removes a file, or a folder with everything in it; it may be missing. */
export const removeOwn = (place: string): void => rmSync(place, { recursive: true, force: true });

/** Makes a folder for one piece of work, for this user only, whose owner removes it. @param folder where it is made */
export const newScratch = (name: string, folder = tmpdir()): string => mkdtempSync(path.join(folder, name));

/** Gives a piece of work a folder for itself, and removes the folder after it. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newScratch('khatm-');
  try {
    return await work(folder);
  } finally {
    removeOwn(folder);
  }
}
