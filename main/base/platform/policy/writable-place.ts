import { realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { mayOthersChange, type Protection, type ReadAccess, readAccess } from './windows-access.ts';

/* A person who could write the policy, or a certificate that it names, could redirect the documents. */

/** The kind of place where others could write; link: its target is not checked; unknown: not reported. */
export type WritablePlace = 'file' | 'folder' | 'link' | 'unknown';

/** Finds the place where others could write; undefined for a missing file. */
export type FindWritable = (file: string) => WritablePlace | undefined;

/**
 * Returns the function that finds such a place on this machine. On Windows a user's own folders never belong to an
 * administrator, so only the installed policy is checked; on other systems, also a policy that is not installed yet.
 */
export function findWritableHere(isInPlace: boolean): FindWritable {
  if (process.platform !== 'win32') return findWritable;
  return isInPlace ? findWritableOnWindows(readAccess) : () => undefined;
}

/** Both a link and its target are checked. */
const findWritable: FindWritable = (file) => {
  const real = realPathOf(file);
  if (real === undefined) return undefined;
  if (isWritableByOthers(statOf(real))) return 'file';
  // The folder in which the file is, and the one to which a link leads.
  for (const folder of [path.dirname(path.resolve(file)), path.dirname(real)]) {
    if (isWritableByOthers(statOf(folder))) return 'folder';
    // Others who can write to a folder further up could replace its content, except in folders like /tmp.
    if (foldersAbove(folder).some((above) => isWritableByOthers(statOf(above), sticky))) return 'folder';
  }
  return undefined;
};

/** Returns a function that asks for all places at once. Of a link, Windows reports who may write its target. */
export function findWritableOnWindows(read: ReadAccess): FindWritable {
  return (file) => {
    const real = realPathOf(file);
    if (real === undefined) return undefined;
    if (real !== path.resolve(file)) return 'link';
    const folder = path.dirname(real);
    const places = [real, folder, ...foldersAbove(folder)];
    try {
      const access = read(places);
      if (access.includes('')) return 'unknown';
      const isOpen = (at: number, protection: Protection) => mayOthersChange(access[at] ?? '', protection);
      if (isOpen(0, 'content')) return 'file';
      return isOpen(1, 'content') || places.slice(2).some((_, at) => isOpen(at + 2, 'name'))
        ? 'folder'
        : undefined;
    } catch {
      return 'unknown';
    }
  };
}

export function foldersAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

function realPathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

const statOf = (place: string) => statSync(place, { throwIfNoEntry: false });

/** The mode of a folder in which everybody may write, but nobody may replace another's files. */
const sticky = 0o1000;

/** Returns true if others may write there. @param kept modes that protect a folder's content nevertheless */
function isWritableByOthers(stat: Stats | undefined, kept = 0): boolean {
  if (stat === undefined || (stat.uid !== 0 && stat.uid !== process.getuid?.())) return true;
  return (stat.mode & 0o022) !== 0 && (stat.mode & kept) === 0;
}
