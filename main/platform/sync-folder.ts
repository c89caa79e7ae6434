import { open } from 'node:fs/promises';

/** Makes the names in a folder durable, a rename among them; Windows neither needs nor allows this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
