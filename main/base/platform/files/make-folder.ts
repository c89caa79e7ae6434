import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { privateFolder } from './private-files.ts';

/** Makes a folder of this user only, if it is missing. @throws FailureError `folder-unusable`, `disk-full` */
export function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail(system === 'ENOSPC' ? 'disk-full' : 'folder-unusable', { detail: { system } }, cause);
  }
}

/**
 * Makes each missing folder once, by default for this user only. Node's own way would try for ever where the system answers for a
 * folder that the one above it is missing although it is there, as on a share that is offline.
 * @throws the system's own error
 */
export const makeFolders = (folder: string, mode = privateFolder): void =>
  makeWithParents(path.resolve(folder), mode);

function makeWithParents(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = path.dirname(folder);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || parent === folder || statSync(parent, { throwIfNoEntry: false })) throw error;
    makeWithParents(parent, mode);
    mkdirSync(folder, { mode });
  }
}
