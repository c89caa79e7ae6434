import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, lstat, readdir, readFile, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { environments } from '../../../../shared/status.ts';
import { movedNote } from '../../../../shared/stored/notes/ledger.ts';
import { ar } from '../../../../shared/words/ar/start.ts';
import { en } from '../../../../shared/words/en/start.ts';
import { makeFolders } from '../files/make-folder.ts';
import { moveFile } from '../files/move-file.ts';
import { privateFile } from '../files/private-files.ts';
import { syncFolders, syncTree } from '../files/sync-files.ts';
import { hasBooks, hasNotice, noticeFile } from '../folders/moved-folder.ts';
import { booksWentTo, movedNoteOf } from '../folders/moved-note.ts';

/*
 * Moves one user's books into the folder for all. They are copied, because a moved file keeps the access list of its
 * old place. The copy gets its name in one step, while the old books are locked; from then on, the note in the old
 * folder means that it is refused. All other steps can be repeated: before that step the books are in the old folder,
 * and after it in the new one.
 */

/** Opens the folder's databases exclusively for this process; undefined while another program has one open. */
export type HoldAlone = (folder: string) => { release(): void } | undefined;

export interface BooksMove {
  readonly ownFolder: string;
  readonly data: string;
  readonly holdAlone: HoldAlone;
}

/** Moves the books, or finishes an interrupted move. The lock of the folder for all users must be held. */
export async function moveBooks(move: BooksMove): Promise<void> {
  const { ownFolder, data } = move;
  if (booksWentTo(ownFolder) === undefined && (await isDataFolder(ownFolder))) {
    const coming = `${data}.coming`;
    try {
      if (!(await copyWhole(coming, move))) return;
    } finally {
      await rm(coming, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
  await finish(move);
}

/** @returns false while another program has the books open, or has changed them meanwhile */
async function copyWhole(coming: string, { ownFolder, data, holdAlone }: BooksMove): Promise<boolean> {
  const before = holdAlone(ownFolder);
  if (before === undefined) return false;
  // The lock must not be held while the file is read: on Windows nobody can read a file that SQLite has locked, and on
  // other systems reading ends the lock.
  before.release();
  await makeWay(data);
  await rm(coming, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const note = movedNote.write({ id: randomUUID(), from: ownFolder, to: data });
  await writeDurably(movedNoteOf(ownFolder), note);
  const [looks, state] = [await looksOf(ownFolder), await stateOf(ownFolder)];
  await cp(ownFolder, coming, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  if ((await stateOf(coming)) !== state || (await readFile(movedNoteOf(coming), 'utf8')) !== note)
    throw new Error(`the copy of ${ownFolder} is another one`);
  await syncTree(coming);
  const alone = holdAlone(ownFolder);
  if (alone === undefined) return false;
  try {
    if ((await looksOf(ownFolder)) !== looks) return false;
    await moveFile(coming, data);
    await syncFolders(path.dirname(data));
  } finally {
    alone.release();
  }
  return true;
}

/** Returns the size and time of everything except the locks and logs of databases, so that any change is noticed. */
async function looksOf(folder: string): Promise<string> {
  const looks: string[] = [];
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (/-wal$|-shm$|-journal$|\.lock$/.test(name)) continue;
    const found = await stat(path.join(folder, name), { bigint: true }).catch(() => undefined);
    if (found?.isFile()) looks.push(`${name} ${found.size} ${found.mtimeNs}`);
  }
  return looks.join('\n');
}

/** The old copy gets another name, and a notice in its place names the new one; it is never deleted. */
async function finish({ ownFolder, data, holdAlone }: BooksMove): Promise<void> {
  if (await isDataFolder(ownFolder)) {
    const alone = holdAlone(ownFolder);
    if (alone === undefined) return;
    alone.release();
    await moveFile(ownFolder, `${ownFolder}.moved-${Date.now()}`);
    await syncFolders(path.dirname(ownFolder));
  }
  if (!hasNotice(ownFolder)) await leaveNotice(ownFolder, data);
}

/** Returns true for a folder with books; a link, or a folder without any, is not moved. */
async function isDataFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && hasBooks(folder);
}

/** Sets aside a folder without books that is in the way, for instance because a log or an unplugged disk left it. */
async function makeWay(data: string): Promise<void> {
  const found = await lstat(data).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  if ((await readdir(data)).length === 0) await rmdir(data);
  else await moveFile(data, `${data}.without-books-${Date.now()}`);
}

/** Returns a value that tells the books of a folder from later books; no program may be using the folder. */
async function stateOf(folder: string): Promise<string> {
  const sums: string[] = [];
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!name.endsWith('.db')) continue;
    const hash = createHash('sha256');
    for await (const part of createReadStream(path.join(folder, name))) hash.update(part);
    sums.push(`${name} ${hash.digest('hex')}`);
  }
  return sums.join('\n');
}

/** Writes a private file of this user that survives a power cut. */
async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: privateFile, flush: true });
  await syncFolders(path.dirname(file));
}

/**
 * There is no link to the whole folder, because an uninstaller that empties the settings might follow it. The drop
 * folders, where other programs put their sales, get links, if the system allows it.
 */
async function leaveNotice(ownFolder: string, data: string): Promise<void> {
  makeFolders(ownFolder);
  for (const environment of environments) {
    const drop = path.join(data, environment, 'drop');
    if (!existsSync(drop)) continue;
    makeFolders(path.join(ownFolder, environment));
    await symlink(drop, path.join(ownFolder, environment, 'drop'), 'junction').catch(() => undefined);
  }
  // This file is written last: if it exists, everything was done.
  const text = [ar.dataMoved, en.dataMoved].join('\r\n\r\n');
  await writeFile(path.join(ownFolder, noticeFile), `\uFEFF${text}\r\n\r\n${data}\r\n`);
}
