import * as z from 'zod';
import {
  type RemoteSettings,
  type RemoteSync,
  remoteSettingsSchema,
} from '../../../shared/contract/programs/remote.ts';
import { type Settings, settingKey } from '../../base/platform/settings.ts';

export interface RemoteStatus {
  readonly settings?: RemoteSettings;
  readonly lastSync?: RemoteSync;
}

export interface StoredStatus {
  get(): RemoteStatus;
  set(status: RemoteStatus): void;
}

const storedSchema = z.object({
  settings: remoteSettingsSchema.optional(),
  lastSync: z.unknown().optional(),
});

const setting = settingKey('remote', storedSchema.prefault({}));

export const createStoredStatus = (settings: Settings): StoredStatus => ({
  get: () => settings.read(setting) as RemoteStatus,
  set: (status) => settings.write(setting, status),
});
