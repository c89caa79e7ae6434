import type { RemoteSettings, RemoteSync } from '../../../shared/contract/programs/remote.ts';
import { remoteLastSync, remoteSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

export interface RemoteStatus {
  readonly settings?: RemoteSettings | undefined;
  readonly lastSync?: RemoteSync | undefined;
}

/** A layer as it was set up once: setting the same one up again makes another connection. */
export interface Connection {
  readonly id: string;
  readonly settings: RemoteSettings;
}

export function createStoredStatus(settings: Settings) {
  const connection = () => settings.read(remoteSetting) ?? undefined;
  return {
    connection,
    get(): RemoteStatus {
      const current = connection();
      const last = settings.read(remoteLastSync);
      if (current === undefined) return {};
      const { id, ...lastSync } = last ?? { id: undefined };
      return { settings: current.settings, ...(id === current.id && { lastSync: lastSync as RemoteSync }) };
    },
    /** Replaces the connection; the last result, which was another one's, is no longer shown. */
    connect: (next: Connection | undefined): void => settings.write(remoteSetting, next ?? null),
    /** Notes the result of a synchronisation, which may be over only after another program set up another layer. */
    synced: ({ id }: Connection, lastSync: RemoteSync): void =>
      settings.write(remoteLastSync, { ...lastSync, id }),
  };
}

export type StoredStatus = ReturnType<typeof createStoredStatus>;
