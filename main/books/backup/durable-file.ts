import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { privateFile } from '../../base/platform/files/private-files.ts';
import { syncFile, syncFolders } from '../../base/platform/files/sync-files.ts';

/** Gives a finished file its name, so that a file with that name is always complete, even after a power failure. */
export async function publish(part: string, file: string): Promise<void> {
  // A copy inherits the mode of its source. Some disks have no modes.
  await chmod(part, privateFile).catch(() => undefined);
  await syncFile(part);
  await moveFile(part, file);
  await syncFolders(path.dirname(file));
}

/** Runs work on files; errors of the system that a person can fix become failures. */
export async function withFileFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const code = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'disk-full' : 'folder-unusable';
    throw new FailureError({ code, detail: { system: String(error.code) } }, { cause: error });
  }
}
