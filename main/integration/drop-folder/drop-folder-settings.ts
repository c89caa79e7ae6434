import path from 'node:path';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import type { Settings } from '../../platform/settings.ts';

/** Whether the folder is watched, and which one it is. */
export interface DropFolderSettings {
  get(): { enabled: boolean; folder: string };
  /** Fails with `bad-input` for a folder that is not a whole path. */
  set(change: { enabled: boolean; folder?: string | undefined }): void;
}

const storedSchema = z.object({ enabled: z.boolean().default(false), folder: z.string().optional() });
const key = 'dropFolder';

/** @param defaultFolder used unless the manager says otherwise */
export function createDropFolderSettings(settings: Settings, defaultFolder: string): DropFolderSettings {
  return {
    get() {
      const { enabled, folder = defaultFolder } = storedSchema.parse(settings.get(key) ?? {});
      return { enabled, folder };
    },
    set({ enabled, folder }) {
      if (folder !== undefined && !path.isAbsolute(folder)) refuseFolder();
      settings.set(key, { enabled, ...(folder !== undefined && { folder }) });
    },
  };
}

function refuseFolder(): never {
  const message = 'must be the whole path of a folder';
  return fail('bad-input', { issues: [{ path: ['folder'], code: 'folder-path', message }] });
}
