import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
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
 * writes there, so these calls have no time limit. Every other file is `../../outside`. A folder may have been copied
 * from somebody else, though: a link in place of a file is not followed, and a pipe does not hold up the program.
 */

/** Opens a plain file. @throws the system's own error, also for a link, a pipe, a device */
export function openOwn(file: string, flags: number): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, privateFile);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw Object.assign(new Error(`${file} is no plain file`), { code: 'EFTYPE' });
}

function withOwn<T>(file: string, flags: number, work: (handle: number) => T): T {
  const handle = openOwn(file, flags);
  try {
    return work(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns true for a file or folder that exists. */
export const isOwnThere = (place: string): boolean => existsSync(place);

/** Returns the state of a file or folder; undefined if there is none. */
export const lookAtOwn = (place: string): Stats | undefined => statSync(place, { throwIfNoEntry: false });

/** Returns true for a plain file that exists. */
export const isOwnFile = (file: string): boolean => lookAtOwn(file)?.isFile() === true;

/** Returns the content; undefined if there is no file, or it cannot be read. */
export function readOwn(file: string): string | undefined {
  try {
    return readOwnBytes(file).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a file. @throws the system's own error */
export const readOwnBytes = (file: string): Buffer =>
  withOwn(file, constants.O_RDONLY, (handle) => readFileSync(handle));

/** Returns the free bytes of the disk of a folder. @throws the system's own error */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes a file, whole or not at all, even if the power fails. @throws the system's own error */
export function writeOwn(file: string, content: string | Uint8Array): void {
  const part = `${file}.part`;
  const handle = openOwn(part, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC);
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
  withOwn(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, (handle) =>
    appendFileSync(handle, text),
  );

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
