import { open } from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../platform/move-file.ts';
import { refuse } from './refuse.ts';

/**
 * Writes a text to a temporary file and renames it: a crash leaves the old file or the new one.
 * @param next the temporary file, with one writer at a time
 * @throws FailureError `vault-unavailable` (unwritable)
 */
export async function replaceFile(file: string, text: string, next = `${file}.new`): Promise<void> {
  try {
    const handle = await open(next, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveFile(next, file);
    await syncFolder(path.dirname(file));
  } catch (cause) {
    refuse('unwritable', cause);
  }
}

/** A rename is durable once its folder is synced; Windows neither needs nor allows this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
