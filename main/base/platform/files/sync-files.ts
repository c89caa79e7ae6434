import { chmod, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from './move-file.ts';
import { privateFile } from './private-files.ts';

/** Writes a file to the disk, so that a power cut loses none of it. */
export const syncFile = (file: string): Promise<void> => sync(file, 'r+');

/** Makes the names in folders durable, a rename among them; Windows neither needs nor allows this. */
export async function syncFolders(...folders: string[]): Promise<void> {
  if (process.platform !== 'win32') for (const folder of folders) await sync(folder, 'r');
}

/** Gives a finished file its name, so that a file with that name is always complete, even after a power failure. */
export async function publish(part: string, file: string): Promise<void> {
  // A copy inherits the mode of its source. Some disks have no modes.
  await chmod(part, privateFile).catch(() => undefined);
  await syncFile(part);
  await moveFile(part, file);
  await syncFolders(path.dirname(file));
}

/** Writes a folder to the disk with everything in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const at = (entry: (typeof entries)[number]) => path.join(entry.parentPath, entry.name);
  for (const entry of entries) if (entry.isFile()) await syncFile(at(entry));
  await syncFolders(...entries.filter((entry) => entry.isDirectory()).map(at), folder);
}

async function sync(name: string, flags: string): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
