import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { moveFileSync } from '../../../base/platform/files/move-file.ts';

/** The files that must not be lost: the key of Windows' encryption, and the page's language and theme. */
const carried = ['Local State', 'Local Storage'];

/**
 * Copies the files that must not be lost from the window's former folder to the new one, before Chromium looks there.
 * It is done once; an interrupted copy is begun again.
 * @returns the folder to use: the former one if nothing could be copied, since secrets are lost without their key
 */
export function settleWindowFolder(former: string, folder: string): string {
  if (former === folder || existsSync(folder)) return folder;
  const coming = `${folder}.coming`;
  try {
    rmSync(coming, { recursive: true, force: true });
    const found = carried.filter((name) => existsSync(path.join(former, name)));
    if (found.length === 0) return folder;
    for (const name of found) cpSync(path.join(former, name), path.join(coming, name), { recursive: true });
    moveFileSync(coming, folder);
    return folder;
  } catch (error) {
    console.error('khatm: the folder of the window stays where it is:', error);
    return former;
  }
}
