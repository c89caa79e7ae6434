import * as z from 'zod';
import {
  type RemoteSettings,
  type RemoteSync,
  remoteSettingsSchema,
} from '../../../shared/contract/remote.ts';
import type { Settings } from '../../platform/settings.ts';

export interface RemoteStatus {
  readonly settings?: RemoteSettings;
  readonly lastSync?: RemoteSync;
}

/** The stored facts of the other layer, beside its secrets. */
export interface StoredStatus {
  get(): RemoteStatus;
  set(status: RemoteStatus): void;
}

const storedSchema = z.object({
  settings: remoteSettingsSchema.optional(),
  lastSync: z.unknown().optional(),
});

const key = 'remote';

export const createStoredStatus = (settings: Settings): StoredStatus => ({
  get: () => storedSchema.parse(settings.get(key) ?? {}) as RemoteStatus,
  set: (status) => settings.set(key, status),
});
