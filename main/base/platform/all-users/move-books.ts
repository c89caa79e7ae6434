import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../files/move-file.ts';
import { syncFolders, syncTree } from '../files/sync-files.ts';
import {
  type HoldAlone,
  hasNotice,
  isDataFolder,
  leaveNotice,
  makeWay,
  noteOf,
  stateOf,
  writeDurably,
} from '../folders/move-data-folder.ts';
import { booksWentTo, type MovedNote, movedNoteOf } from '../folders/moved-note.ts';

/*
 * Moves one user's books into the folder for all. They are copied, because a moved file keeps the access list of its
 * old place. The copy gets its name in one step, while the old books are locked; from then on, the note in the old
 * folder means that it is refused. All other steps can be repeated: before that step the books are in the old folder,
 * and after it in the new one.
 */

export interface BooksMove {
  readonly ownFolder: string;
  readonly data: string;
  readonly holdAlone: HoldAlone;
}

/** Moves the books, or finishes an interrupted move. The lock of the folder for all users must be held. */
export async function moveBooks(move: BooksMove): Promise<void> {
  const { ownFolder, data } = move;
  if (booksWentTo(ownFolder) === undefined && (await isDataFolder(ownFolder))) {
    // A move from the place of an earlier version has not ended.
    if (existsSync(noteOf(ownFolder))) return;
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
  const note = JSON.stringify({
    khatm: 'moved-books',
    id: randomUUID(),
    from: ownFolder,
    to: data,
  } satisfies MovedNote);
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
