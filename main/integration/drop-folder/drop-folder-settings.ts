import path from 'node:path';
import * as z from 'zod';
import { refuseInput } from '../../../shared/failure.ts';
import { type Settings, settingKey } from '../../base/platform/settings.ts';

const storedSchema = z.object({ enabled: z.boolean().default(false), folder: z.string().optional() });
const setting = settingKey('dropFolder', storedSchema.prefault({}));

/** @param defaultFolder used unless the manager chooses another one */
export function createDropFolderSettings(settings: Settings, defaultFolder: string) {
  return {
    get(): { enabled: boolean; folder: string } {
      const { enabled, folder = defaultFolder } = settings.read(setting);
      return { enabled, folder };
    },
    /** Fails with `bad-input` for a folder that is not a whole path. */
    set({ enabled, folder }: { enabled: boolean; folder?: string | undefined }) {
      if (folder !== undefined && !path.isAbsolute(folder))
        refuseInput(['folder'], 'folder-path', 'must be the whole path of a folder');
      settings.write(setting, { enabled, ...(folder !== undefined && { folder }) });
    },
  };
}
