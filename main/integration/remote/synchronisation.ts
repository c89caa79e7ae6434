import type { RemoteSettings } from '../../../shared/contract/programs/remote.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { RemoteCredentials } from './credentials.ts';
import { createFetchList, type FetchedCounts, type FetchListOptions } from './fetch-list.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { StoredStatus } from './stored-status.ts';
import type { Tokens } from './tokens.ts';

export interface SynchronisationOptions extends Omit<FetchListOptions, 'fetch' | 'now'> {
  readonly stored: StoredStatus;
  readonly credentials: Pick<RemoteCredentials, 'tokensFor'>;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export const limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 };
const minute = 60_000;

export function createSynchronisation(options: SynchronisationOptions) {
  const { database, invoices, stored, credentials, clock, onChange, onError } = options;
  let ending = new AbortController();
  const fetch = limitedFetch(options.fetch, { ...limits, signal: () => ending.signal });
  const fetchList = createFetchList({ database, invoices, fetch, now: () => clock.now() });
  let tokens: Tokens | undefined;
  let syncing: Promise<void> | undefined;
  let running = false;
  let cancelTimer = () => {};

  async function fetchAndNote(settings: RemoteSettings): Promise<void> {
    const counts: FetchedCounts = { invoices: 0, unreadable: 0 };
    let failure: Failure | undefined;
    try {
      tokens ??= credentials.tokensFor(settings);
      await fetchList(settings, tokens, counts);
    } catch (error) {
      failure = error instanceof FailureError ? error.failure : { code: 'internal' };
      throw error;
    } finally {
      const lastSync = { at: new Date(clock.now()).toISOString(), ...counts, ...(failure && { failure }) };
      // If we interrupted it ourselves, that says nothing about the other layer.
      if (!ending.signal.aborted) stored.set({ ...stored.get(), lastSync });
      onChange();
    }
  }

  /** Interrupts the synchronisation in progress, which may be an endless list, and resolves when it has stopped. */
  async function interrupt(): Promise<void> {
    ending.abort();
    await syncing?.catch(() => undefined);
    ending = new AbortController();
  }

  /** Resolves when the list is stored. Fails with `not-found`, `remote-refused`, `remote-unreachable`. */
  async function sync(): Promise<void> {
    const { settings } = stored.get();
    if (settings === undefined) return fail('not-found');
    syncing ??= fetchAndNote(settings).finally(() => {
      syncing = undefined;
    });
    await syncing;
  }

  function syncLater(): void {
    cancelTimer();
    const { settings } = stored.get();
    if (!running || settings === undefined) return;
    cancelTimer = clock.after(settings.everyMinutes * minute, () => void syncQuietly());
  }

  async function syncQuietly(): Promise<void> {
    const { signal } = ending;
    try {
      await sync();
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      syncLater();
    }
  }

  return {
    sync,
    interrupt,
    settingsChanged() {
      tokens = undefined;
      syncLater();
    },
    start() {
      running = true;
      if (stored.get().settings !== undefined) void syncQuietly();
    },
    async stop() {
      running = false;
      cancelTimer();
      await interrupt();
    },
  };
}
