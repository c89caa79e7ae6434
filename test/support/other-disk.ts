import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isWine } from './wine.ts';

/** Wine has this machine's root as a drive, and every Linux has a file system in memory besides the one on disk. */
const candidates = process.platform === 'win32' ? ['Z:\\tmp'] : ['/dev/shm', '/var/tmp'];

/** A folder on another disk than the temporary folder; undefined if none is known. */
export const otherDisk = candidates.find(
  (folder) =>
    (isWine || process.platform !== 'win32') &&
    existsSync(folder) &&
    statSync(folder).dev !== statSync(tmpdir()).dev,
);
