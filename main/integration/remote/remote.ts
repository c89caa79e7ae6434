import { randomUUID } from 'node:crypto';
import type { RemoteSettings } from '../../../shared/contract/programs/remote.ts';
import { refuseInput } from '../../../shared/failure.ts';
import { isReceiverUrl } from '../../base/network/http-post.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import type { RemoteInvoices } from '../inbound/remote-invoices.ts';
import { createRemoteCredentials, type GivenSecrets, type RemoteCredentialsOptions } from './credentials.ts';
import { limitedFetch } from './limited-fetch.ts';
import { createStoredStatus, type RemoteStatus } from './stored-status.ts';
import { createSynchronisation, limits, type SynchronisationOptions } from './synchronisation.ts';

export interface RemoteOptions
  extends Omit<RemoteCredentialsOptions, 'fetch'>,
    Pick<SynchronisationOptions, 'changes' | 'onChange' | 'onError'> {
  readonly database: Database;
  readonly invoices: Pick<RemoteInvoices, 'apply'>;
  readonly fetch: typeof globalThis.fetch;
}

export interface RemoteConnection extends GivenSecrets {
  readonly settings: RemoteSettings;
}

/** The list of another integration layer's invoices, kept beside this terminal's own. */
export function createRemote(options: RemoteOptions) {
  const { database, changes, invoices, secrets, vaultPrefix, clock, fetch, plainToLoopback } = options;
  const { onChange, onError } = options;
  const stored = createStoredStatus(createSettings(database));
  // This is never interrupted: a refresh token is void once its answer has been sent.
  const credentials = createRemoteCredentials({
    secrets,
    vaultPrefix,
    clock,
    fetch: limitedFetch(fetch, limits),
    plainToLoopback,
  });
  const synchronisation = createSynchronisation({
    database,
    changes,
    invoices,
    stored,
    credentials,
    clock,
    fetch,
    onChange,
    onError,
  });

  async function sync(): Promise<RemoteStatus> {
    await synchronisation.sync();
    return stored.get();
  }

  return {
    get: stored.get,
    /**
     * Sets the layer up and fetches its list, replacing any earlier one. Fails with `bad-input` for an address that may
     * not be called or a missing secret, and as `sync` fails, but then the settings are kept.
     */
    async connect({ settings, ...given }: RemoteConnection): Promise<RemoteStatus> {
      if (!isReceiverUrl(settings.baseUrl, plainToLoopback))
        refuseInput(['baseUrl'], 'https-address', 'must be an https address');
      const id = randomUUID();
      const former = stored.connection()?.id;
      await credentials.keep(id, former, settings.grant, given);
      stored.connect({ id, settings });
      await synchronisation.interruptFormer();
      if (former !== undefined) await credentials.delete(former);
      return sync();
    },
    /** Fails with `not-found` when nothing is set up, `remote-refused`, `remote-unreachable`. */
    sync,
    async disconnect(): Promise<RemoteStatus> {
      const former = stored.connection()?.id;
      stored.connect(undefined);
      await synchronisation.interruptFormer();
      if (former !== undefined) await credentials.delete(former);
      return stored.get();
    },
    /** Fetches the list at intervals. Only one process of a data folder may do this. */
    start: synchronisation.start,
    stop: synchronisation.stop,
  };
}

export type Remote = ReturnType<typeof createRemote>;
