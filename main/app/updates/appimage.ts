import { constants } from 'node:fs';
import { chmod, copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { publish, syncFile, syncFolders } from '../../base/platform/files/sync-files.ts';
import type { Installer } from './installer.ts';

/**
 * An AppImage is one file, so a rename replaces it: after a crash there is either the old version or the new one. The
 * running program keeps the file that it was started from.
 * @param target the AppImage's own path
 * @param restart starts the program at that path once this one has ended
 */
export function appImageInstaller(target: string, restart: () => void): Installer {
  return {
    kind: 'appimage',
    isSilent: true,
    async keepFormer(folder) {
      const kept = path.join(folder, 'former.AppImage');
      const part = `${kept}.part`;
      makeFolders(folder);
      await copyAnew(target, part);
      await publish(part, kept);
      return kept;
    },
    async install(file) {
      const part = path.join(path.dirname(target), `.${path.basename(target)}.part`);
      const { mode } = await stat(target);
      try {
        await copyAnew(file, part);
        await syncFile(part);
        await chmod(part, (mode & 0o777) | 0o500);
        await moveFile(part, target);
        await syncFolders(path.dirname(target));
      } finally {
        await rm(part, { force: true });
      }
      return restart;
    },
  };
}

/** The copy shares blocks if the file system supports it. */
async function copyAnew(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, 0o600);
}
