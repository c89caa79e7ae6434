import path from 'node:path';
import { refuseInput } from '../../../shared/failure.ts';
import { dropFolderSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** @param defaultFolder used unless the manager chooses another one */
export function createDropFolderSettings(settings: Settings, defaultFolder: string) {
  return {
    get(): { enabled: boolean; folder: string } {
      const { enabled, folder = defaultFolder } = settings.read(dropFolderSetting);
      return { enabled, folder };
    },
    /** Fails with `bad-input` for a folder that is not a whole path. */
    set({ enabled, folder }: { enabled: boolean; folder?: string | undefined }) {
      if (folder !== undefined && !path.isAbsolute(folder))
        refuseInput(['folder'], 'folder-path', 'must be the whole path of a folder');
      settings.write(dropFolderSetting, { enabled, ...(folder !== undefined && { folder }) });
    },
  };
}
