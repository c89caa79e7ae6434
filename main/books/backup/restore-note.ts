import path from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { type RestoreNote, restoreNote } from '../../../shared/stored/notes/ledger.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { digestOfFile } from '../../base/outside/outside-folder.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { isOwnThere, readOwn, realOwn, removeOwn, writeOwn } from '../../base/platform/files/own-files.ts';
import { publish, syncFolders } from '../../base/platform/files/sync-files.ts';

/*
 * A restore replaces several files. A note beside the ledger lists them, from before the first file is touched until
 * the last one is in place. After a power failure, the next start finishes the restore or undoes it.
 */

/**
 * The endings of a database and of its other files: SQLite's, of which the write-ahead log has the newest commits, and
 * the note about a damaged ledger.
 */
export const endings = ['', '-damage', '-wal', '-shm', '-journal'];

const noteIn = (folder: string) => path.join(folder, 'restoring.json');
const partOf = (file: string) => `${file}.part`;
const ledgerIn = (folder: string) => path.join(folder, 'ledger.db');

export const newNote = (early: readonly string[] = []): RestoreNote => ({
  hadLedger: false,
  staged: [],
  early: [...early],
});

/** Writes the note durably. */
export async function writeNote(folder: string, note: RestoreNote): Promise<void> {
  makeFolders(folder);
  writeOwn(noteIn(folder), restoreNote.write(note));
}

/**
 * Finishes a restore that stopped half-way, or undoes it. The caller ensures that no program is restoring or has the
 * ledger open.
 * @param folder of the environment
 */
export async function settleRestore(folder: string): Promise<'none' | 'finished' | 'undone'> {
  const note = await readNote(folder);
  if (note === undefined) return 'none';
  const isReplaced = await replaceLedger(folder, note);
  await (isReplaced ? finishRestore(folder, note) : undoRestore(folder, note));
  return isReplaced ? 'finished' : 'undone';
}

/** Puts the files beside the ledger in place, unless newer ones are there, and removes the note. */
export async function finishRestore(folder: string, { staged }: RestoreNote): Promise<void> {
  for (const { from, to } of staged) {
    const [source, target] = [path.resolve(folder, from), path.resolve(folder, to)];
    if (!isOwnThere(source)) continue;
    if (isOwnThere(target)) removeOwn(source);
    else await publish(source, target);
  }
  // The new ledger is in place, whatever happens to the note.
  await endNote(folder).catch(() => undefined);
}

/**
 * Removes the note. An empty one replaces it first: a power failure may bring a removed file back, and the note would
 * then be applied to newer files. A full disk takes no new file, but lets the note be removed.
 * @throws Error if the note stays as it was
 */
async function endNote(folder: string): Promise<void> {
  const note = noteIn(folder);
  const isEmptied = await writeNote(folder, newNote()).then(
    () => true,
    () => false,
  );
  try {
    if (!isEmptied) removeOwn(partOf(note));
    removeOwn(note);
  } catch (error) {
    if (!isEmptied) throw error;
  }
  await syncFolders(folder).catch(() => undefined);
}

/** Puts back the files that were set aside, and removes the note and the files that were put in place or made ready. */
async function undoRestore(folder: string, { aside, staged, early }: RestoreNote): Promise<void> {
  const target = ledgerIn(folder);
  // The log may have been moved before the power failed, but the file not yet; the log belongs to that file.
  if (aside !== undefined)
    for (const ending of endings)
      if (isOwnThere(path.join(folder, aside + ending)) && !isOwnThere(target + ending))
        await moveFile(path.join(folder, aside + ending), target + ending);
  const gone = [...early, ...staged.map(({ from }) => from)].map((file) => path.resolve(folder, file));
  for (const file of [...gone, partOf(target)]) for (const ending of endings) removeOwn(file + ending);
  await endNote(folder);
}

/**
 * Returns true when the new ledger is in place, after moving it there if only that step was missing. Its hash proves
 * nothing: a command may have written to it since.
 */
async function replaceLedger(folder: string, { ledger, aside, hadLedger }: RestoreNote): Promise<boolean> {
  const target = ledgerIn(folder);
  const part = partOf(target);
  if (ledger === undefined) return false;
  const isAside = !hadLedger || (aside !== undefined && isOwnThere(path.join(folder, aside)));
  if (isOwnThere(target)) return isAside && !isOwnThere(part);
  if (!isOwnThere(part) || (await digestOfFile(part)).sha256 !== ledger) return false;
  await publish(part, target);
  return true;
}

/** Reads the note; without it, no file may be touched. @throws FailureError `stored-newer`, `stored-unreadable` */
async function readNote(folder: string): Promise<RestoreNote | undefined> {
  const text = readOwn(noteIn(folder));
  if (text === undefined) return undefined;
  const note = orFail(restoreNote.read(text));
  const { early, staged, aside = [] } = note;
  const places = [...early, ...staged.flatMap(({ from, to }) => [from, to]), aside].flat();
  if (!places.every((place) => isInData(folder, place)))
    fail('stored-unreadable', {
      detail: { form: restoreNote.name, found: 'a file outside of the data folder' },
    });
  return note;
}

/** Files are moved and removed as the note says, and it may have come with a folder of somebody else. */
function isInData(folder: string, place: string): boolean {
  const data = realOwn(path.dirname(folder));
  const file = path.resolve(folder, place);
  const parent = path.dirname(file);
  if (!isOwnThere(parent)) return true;
  const within = path.relative(data, path.join(realOwn(parent), path.basename(file)));
  return within !== '' && within.split(path.sep)[0] !== '..' && !path.isAbsolute(within);
}
