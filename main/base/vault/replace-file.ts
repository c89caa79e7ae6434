import { open } from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../platform/files/move-file.ts';
import { syncFolders } from '../platform/files/sync-files.ts';
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
    await syncFolders(path.dirname(file));
  } catch (cause) {
    refuse('unwritable', cause);
  }
}
