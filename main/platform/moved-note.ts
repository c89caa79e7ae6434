import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/*
 * A note that says where a folder's books came from. It is copied with the books, so that the renaming of the copy
 * decides for both folders: from then on the note is in the old and the new folder, and the old one is no longer
 * opened.
 */

const noteSchema = z.strictObject({
  khatm: z.literal('moved-books'),
  /** A new id for each move. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
});
export type MovedNote = z.infer<typeof noteSchema>;

export const movedNoteOf = (folder: string) => path.join(folder, 'moved.json');

/** Returns the folder from which the books of this one came; undefined if they did not move, or that is unknown. */
export function cameFrom(folder: string): string | undefined {
  try {
    return noteIn(readFileSync(movedNoteOf(folder), 'utf8'))?.from;
  } catch {
    return undefined;
  }
}

/** Returns the folder that has the books of this one now; undefined if they are still here. */
export function booksWentTo(folder: string): string | undefined {
  const text = textOf(movedNoteOf(folder));
  const note = text === undefined ? undefined : noteIn(text);
  if (note === undefined || isSame(folder, note.to)) return undefined;
  try {
    return textOf(movedNoteOf(note.to)) === text ? note.to : undefined;
  } catch {
    // A note that this user may not read may be the same one.
    return note.to;
  }
}

/** @returns undefined if there is none @throws Error if it cannot be read */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** A half-written note is ignored: no copy that contains it ever got its name. */
function noteIn(text: string): MovedNote | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Compares the targets of paths, however they are written. */
function isSame(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return path.resolve(one) === path.resolve(other);
  }
}
