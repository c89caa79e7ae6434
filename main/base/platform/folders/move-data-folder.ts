import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../../../../shared/failure.ts';
import { environments } from '../../../../shared/status.ts';
import { ar } from '../../../../shared/words/ar/start.ts';
import { en } from '../../../../shared/words/en/start.ts';
import { moveFile } from '../files/move-file.ts';
import { privateFile, privateFolder } from '../files/private-files.ts';
import { syncFolders, syncTree } from '../files/sync-files.ts';
import { booksWentTo } from './moved-note.ts';

/*
 * Earlier versions kept the books beside the settings. They are moved once and completely: by a rename or, to another
 * disk, by a copy under a temporary name that is renamed when it is complete. Until then the terminal uses the old
 * folder, which is never deleted.
 */

/** Opens the folder's databases exclusively for this process; undefined while another program has one open. */
export type HoldAlone = (folder: string) => { release(): void } | undefined;

export interface DataFolderMove {
  readonly data: string;
  readonly former: string | undefined;
  readonly holdAlone: HoldAlone;
  readonly onError?: (error: unknown) => void;
  readonly platform?: NodeJS.Platform;
  readonly timeoutMs?: number;
}

/**
 * Moves the data to its place if an earlier version left it elsewhere, or continues an unfinished move.
 * @returns the folder that has the data now: the old folder while another program has it open, or if it cannot be moved
 */
export async function settleFormerFolder(move: DataFolderMove): Promise<string> {
  const { data, former, onError = () => undefined, timeoutMs = 2_000 } = move;
  if (former === undefined) return data;
  try {
    for (let waited = 0; ; waited += 100) {
      if (hasBooks(data)) break;
      if (!(await isDataFolder(former))) return data;
      await makeWay(data);
      if (await tryToMove(former, move)) break;
      if (waited >= timeoutMs) return former;
      await pause(100);
    }
    if (!(await finish(former, move))) return await settleFormerFolder(move);
  } catch (error) {
    onError(error);
  }
  return hasBooks(data) || !(await isDataFolder(former)) ? data : former;
}

/** Refuses a folder whose books moved: a terminal would start without them. @throws FailureError `folder-moved` */
export function refuseMovedFolder(folder: string): void {
  const isMoved = hasBooks(folder) ? booksWentTo(folder) !== undefined : hasNotice(folder);
  if (isMoved) fail('folder-moved', { detail: { folder } });
}

export const hasNotice = (folder: string) => existsSync(path.join(folder, noticeFile));

const noticeFile = 'MOVED.txt';

/** The note that is in the folder during a move, until all later steps are done. */
export const noteOf = (folder: string) => path.join(folder, 'moving.txt');

/** Returns true for a folder with books; a link, or a folder without any, is not moved. */
export async function isDataFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && hasBooks(folder);
}

export function hasBooks(folder: string): boolean {
  const books = ['terminal.db', ...environments.map((name) => path.join(name, 'ledger.db'))];
  return books.some((file) => existsSync(path.join(folder, file)));
}

/** Sets aside a folder without books that is in the way, for instance because a log or an unplugged disk left it. */
export async function makeWay(data: string): Promise<void> {
  const found = await lstat(data).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  if ((await readdir(data)).length === 0) await rmdir(data);
  else await moveFile(data, `${data}.without-books-${Date.now()}`);
}

/** Returns a value that tells the books of a folder from later books; no program may be using the folder. */
export async function stateOf(folder: string): Promise<string> {
  const sums: string[] = [];
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!name.endsWith('.db')) continue;
    const hash = createHash('sha256');
    for await (const part of createReadStream(path.join(folder, name))) hash.update(part);
    sums.push(`${name.replaceAll('\\', '/')} ${hash.digest('hex')}`);
  }
  return sums.join('\n');
}

/** Tries to move the books. @returns false while another program has them open */
async function tryToMove(former: string, move: DataFolderMove): Promise<boolean> {
  const { data, holdAlone } = move;
  const alone = holdAlone(former);
  if (alone === undefined) return false;
  // The lock is released before the move: Windows does not rename a folder with an open file, not even one of this
  // program.
  alone.release();
  await mkdir(path.dirname(data), { recursive: true, mode: privateFolder });
  await writeFile(noteOf(former), await stateOf(former), { mode: privateFile });
  try {
    await moveFile(former, data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return copyWhole(former, move);
  }
  await syncFolders(path.dirname(data), path.dirname(former));
  return true;
}

async function copyWhole(former: string, { data, holdAlone }: DataFolderMove): Promise<boolean> {
  const coming = `${data}.coming`;
  await rm(coming, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  try {
    await cp(former, coming, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await syncTree(coming);
    // A program that started meanwhile would continue in the old folder.
    const alone = holdAlone(former);
    alone?.release();
    if (alone !== undefined) {
      await moveFile(coming, data);
      await syncFolders(path.dirname(data));
      return true;
    }
  } catch (error) {
    await rm(coming, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    throw error;
  }
  return false;
}

/**
 * Ends a move, even an interrupted one: the old copy gets another name, and a notice in its place names the new folder.
 * @returns false when the old folder's books were used meanwhile: then the copy gets another name, and the move begins
 * again
 */
async function finish(former: string, { data, holdAlone, platform }: DataFolderMove): Promise<boolean> {
  if (!existsSync(noteOf(data))) return true;
  if (await isDataFolder(former)) {
    // This folder is not the copy but was put there since, so a person has to decide.
    if (!existsSync(noteOf(former))) return true;
    const alone = holdAlone(former);
    if (alone === undefined) return true;
    alone.release();
    const copied = await readFile(noteOf(data), 'utf8');
    if ((await stateOf(former)) !== copied) {
      const copy = holdAlone(data);
      copy?.release();
      if (copy === undefined || (await stateOf(data)) !== copied)
        throw new Error(`the records went on in two folders, ${former} and ${data}: compare them`);
      await moveFile(data, `${data}.older-${Date.now()}`);
      return false;
    }
    await moveFile(former, `${former}.moved-${Date.now()}`);
  }
  if ((platform ?? process.platform) === 'win32') await leaveNotice(former, data);
  else if (!existsSync(former)) await symlink(data, former);
  await rm(noteOf(data));
  return true;
}

/**
 * There is no link to the whole folder, because an uninstaller that empties the settings might follow it. The drop
 * folders, where other programs put their sales, get links, if the system allows it.
 */
export async function leaveNotice(former: string, data: string): Promise<void> {
  await mkdir(former, { recursive: true });
  for (const environment of environments) {
    const drop = path.join(data, environment, 'drop');
    if (!existsSync(drop)) continue;
    await mkdir(path.join(former, environment), { recursive: true });
    await symlink(drop, path.join(former, environment, 'drop'), 'junction').catch(() => undefined);
  }
  // This file is written last: if it exists, everything was done.
  const text = [ar.dataMoved, en.dataMoved].join('\r\n\r\n');
  await writeFile(path.join(former, noticeFile), `\uFEFF${text}\r\n\r\n${data}\r\n`);
}

/** Writes a private file of this user that survives a power cut. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: privateFile, flush: true });
  await syncFolders(path.dirname(file));
}
