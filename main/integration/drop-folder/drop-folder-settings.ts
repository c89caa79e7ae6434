import path from 'node:path';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import { refuseInput } from '../../../shared/failure.ts';
import { dropFolderSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

export type DropFolderChange = CommandParsed<'integration.dropFolder.set'>;

/** @param defaultFolder used unless the manager chooses another one */
export function createDropFolderSettings(settings: Settings, defaultFolder: string) {
  return {
    get(): { enabled: boolean; folder: string; otherSystems: boolean } {
      const { enabled, folder = defaultFolder, otherSystems = false } = settings.read(dropFolderSetting);
      return { enabled, folder, otherSystems };
    },
    /** Fails with `bad-input` for a folder that is not a whole path. */
    set({ enabled, folder, otherSystems = settings.read(dropFolderSetting).otherSystems }: DropFolderChange) {
      if (folder !== undefined && !path.isAbsolute(folder))
        refuseInput(['folder'], 'folder-path', 'must be the whole path of a folder');
      settings.write(dropFolderSetting, {
        enabled,
        ...(otherSystems !== undefined && { otherSystems }),
        ...(folder !== undefined && { folder }),
      });
    },
  };
}
