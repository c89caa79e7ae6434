import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { FailureError } from '../../../../shared/failure.ts';
import { type MovedNote, movedNote } from '../../../../shared/stored/notes/ledger.ts';

/*
 * A note that records where a folder's books came from. It is copied with the books, so that renaming the copy decides
 * for both folders: from then on the note is in both, and the old folder is no longer opened.
 */

export const movedNoteOf = (folder: string) => path.join(folder, 'moved.json');

/** Returns the folder from which this folder's books came; undefined if they did not move, or it is unknown. */
export function cameFrom(folder: string): string | undefined {
  try {
    return noteIn(readFileSync(movedNoteOf(folder), 'utf8'))?.from;
  } catch {
    return undefined;
  }
}

/** Returns the folder to which this folder's books moved; undefined if they are still here. */
export function booksWentTo(folder: string): string | undefined {
  const text = textOf(movedNoteOf(folder));
  const note = text === undefined ? undefined : noteIn(text);
  if (note === undefined || isSame(folder, note.to)) return undefined;
  try {
    return textOf(movedNoteOf(note.to)) === text ? note.to : undefined;
  } catch {
    // This user may not be allowed to read the other note, which may be the same one.
    return note.to;
  }
}

/** Reads a file. @returns undefined if there is none @throws Error if it cannot be read */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * A half-written note is ignored, because no copy that contains it was ever renamed.
 * @throws FailureError `stored-newer`: the books may have moved, and two copies must not issue
 */
function noteIn(text: string): MovedNote | undefined {
  const read = movedNote.read(text);
  if (!read.ok && read.failure.code === 'stored-newer') throw new FailureError(read.failure);
  return read.ok ? read.value : undefined;
}

/** Returns true when two paths, written in any way, lead to the same place. */
function isSame(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return path.resolve(one) === path.resolve(other);
  }
}
