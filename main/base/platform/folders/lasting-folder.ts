import { realpathSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { isWithin, realPath } from './data-folder.ts';

/** The types of file systems in memory (statfs(2)): tmpfs, ramfs. */
const inMemory: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

const typeOf = (folder: string): number => statfsSync(folder).type >>> 0;

/**
 * Refuses a folder for copies that somebody elsewhere names, if the copies would be lost together with the originals. A
 * folder that does not exist yet counts as the one above it.
 * @param ownFolder the folder with the originals
 * @throws FailureError `place-own`, `place-memory`
 */
export function refuseUnlasting(folder: string, ownFolder: string, type = typeOf): void {
  const real = realPath(path.resolve(folder));
  if (isWithin(real, realPath(ownFolder))) fail('place-own');
  let existing = real;
  while (path.dirname(existing) !== existing && !isThere(existing)) existing = path.dirname(existing);
  if (process.platform === 'linux' && inMemory.has(type(existing))) fail('place-memory');
}

function isThere(folder: string): boolean {
  try {
    return realpathSync(folder) !== '';
  } catch {
    return false;
  }
}
