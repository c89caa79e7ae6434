import { chmod } from 'node:fs/promises';
import { makeFolders } from '../../base/platform/files/make-folder.ts';

const othersMayEnter = 0o711;

/** Makes the folder of an office, through which the user of its database finds its own. */
export async function makeOfficeFolder(folder: string): Promise<void> {
  makeFolders(folder, othersMayEnter);
  await chmod(folder, othersMayEnter);
}
