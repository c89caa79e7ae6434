import { open } from 'node:fs/promises';

/** Writes a file to the disk, so that a power cut loses none of it. */
export const syncFile = (file: string): Promise<void> => sync(file, 'r+');

/** Makes the names in folders durable, a rename among them; Windows neither needs nor allows this. */
export async function syncFolders(...folders: string[]): Promise<void> {
  if (process.platform !== 'win32') for (const folder of folders) await sync(folder, 'r');
}

async function sync(name: string, flags: string): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
