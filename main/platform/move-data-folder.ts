import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environments } from '../../shared/status.ts';
import { ar } from '../../shared/words/ar/start.ts';
import { en } from '../../shared/words/en/start.ts';
import { moveFile } from './move-file.ts';
import { privateFile, privateFolder } from './private-files.ts';

/*
 * Earlier versions kept the books beside the settings. They move once, whole: by a rename, which is done or not; to
 * another disk as a copy under another name, which gets its own when all of it is written. Until then the old folder is
 * the terminal's, and nothing of it is ever deleted.
 */

export interface DataFolderMove {
  /** The folder to which the data belongs. */
  readonly data: string;
  /** The folder of an earlier version. */
  readonly former: string | undefined;
  /** Takes the folder's databases for this process alone; undefined while another program has one open. */
  readonly holdAlone: (folder: string) => { release(): void } | undefined;
  readonly onError?: (error: unknown) => void;
  readonly platform?: NodeJS.Platform;
  /** Milliseconds to wait for another program. */
  readonly patience?: number;
}

/**
 * Moves the data to its place if an earlier version left it elsewhere, or goes on where that stopped.
 * @returns the folder that has it now: the old one while another program has it open, or if it cannot be moved
 */
export async function settleDataFolder(move: DataFolderMove): Promise<string> {
  const { data, former, onError = () => undefined, patience = 2_000 } = move;
  if (former === undefined) return data;
  try {
    for (let waited = 0; ; waited += 100) {
      if (existsSync(data)) break;
      if (!(await isDataFolder(former))) return data;
      if (await tryToMove(former, move)) break;
      if (waited >= patience) return former;
      await pause(100);
    }
    await finish(former, move);
  } catch (error) {
    onError(error);
  }
  return existsSync(data) ? data : former;
}

/** Is in the folder while it moves, and until all that follows is done. */
const noteOf = (folder: string) => path.join(folder, 'moving.txt');
const comingOf = (data: string) => `${data}.coming`;

/** A link, or a folder that has no books, is nothing to move. */
async function isDataFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  const books = ['terminal.db', ...environments.map((name) => path.join(name, 'ledger.db'))];
  return found?.isDirectory() === true && books.some((file) => existsSync(path.join(folder, file)));
}

/** @returns false while another program has it open */
async function tryToMove(former: string, { data, holdAlone }: DataFolderMove): Promise<boolean> {
  const alone = holdAlone(former);
  if (alone === undefined) return false;
  // Released before it moves: Windows renames no folder in which a file is open, by this program either.
  alone.release();
  await mkdir(path.dirname(data), { recursive: true, mode: privateFolder });
  await writeFile(noteOf(former), former, { mode: privateFile });
  try {
    await moveFile(former, data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return copyWhole(former, data, holdAlone);
  }
  await syncFolders(path.dirname(data), path.dirname(former));
  return true;
}

async function copyWhole(
  former: string,
  data: string,
  holdAlone: DataFolderMove['holdAlone'],
): Promise<boolean> {
  const coming = comingOf(data);
  await rm(coming, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  try {
    await cp(former, coming, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await syncAll(coming);
    // A program that began meanwhile would go on in the old one.
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

/** Ends a move, also one that was broken off: the old copy gets another name, and its place tells of the new one. */
async function finish(former: string, { data, holdAlone, platform }: DataFolderMove): Promise<void> {
  if (!existsSync(noteOf(data))) return;
  if (await isDataFolder(former)) {
    // Not what was copied, but something put there since: a person has to look.
    if (!existsSync(noteOf(former))) return;
    const alone = holdAlone(former);
    if (alone === undefined) return;
    alone.release();
    await moveFile(former, `${former}.moved-${Date.now()}`);
  }
  if ((platform ?? process.platform) === 'win32') await leaveNotice(former, data);
  else if (!existsSync(former)) await symlink(data, former);
  await rm(noteOf(data));
}

/**
 * No link to the whole folder: an uninstaller that empties the settings might follow it. The drop folders, where other
 * programs put their sales, get one, if the system allows it.
 */
async function leaveNotice(former: string, data: string): Promise<void> {
  await mkdir(former, { recursive: true });
  const text = [ar.dataMoved, en.dataMoved].join('\r\n\r\n');
  await writeFile(path.join(former, 'MOVED.txt'), `\uFEFF${text}\r\n\r\n${data}\r\n`);
  for (const environment of environments) {
    const drop = path.join(data, environment, 'drop');
    if (!existsSync(drop)) continue;
    await mkdir(path.join(former, environment), { recursive: true });
    await symlink(drop, path.join(former, environment, 'drop'), 'junction').catch(() => undefined);
  }
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await sync(path.join(entry.parentPath, entry.name), 'r+');
}

/** A rename is durable once its folder is synced; Windows neither needs nor allows this. */
async function syncFolders(...folders: string[]): Promise<void> {
  if (process.platform !== 'win32') for (const folder of folders) await sync(folder, 'r');
}

async function sync(name: string, flags: string): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
