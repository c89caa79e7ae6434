import { chmod, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import { privateFile } from '../platform/private-files.ts';

/** Gives a finished file its name: who sees the name sees a whole file, also after the power failed. */
export async function publish(part: string, file: string): Promise<void> {
  // A copy has the mode of what it was copied from. Some disks have no modes.
  await chmod(part, privateFile).catch(() => undefined);
  await syncFile(part);
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name is durable once its folder is; Windows neither needs nor allows this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs work on files; what the system refuses becomes a failure where a person can do something about it. */
export async function withFileFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const code = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'disk-full' : 'folder-unusable';
    throw new FailureError({ code, detail: { system: String(error.code) } }, { cause: error });
  }
}
