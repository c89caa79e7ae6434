import type { RemoteSettings, RemoteSync } from '../../../shared/contract/programs/remote.ts';
import { remoteSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

export interface RemoteStatus {
  readonly settings?: RemoteSettings | undefined;
  readonly lastSync?: RemoteSync | undefined;
}

export interface StoredStatus {
  get(): RemoteStatus;
  set(status: RemoteStatus): void;
}

export const createStoredStatus = (settings: Settings): StoredStatus => ({
  get: () => settings.read(remoteSetting),
  set: (status) => settings.write(remoteSetting, status),
});
