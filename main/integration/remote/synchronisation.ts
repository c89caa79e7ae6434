import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Changes } from '../../books/ledger/database/changes.ts';
import { createFetchList, type FetchedCounts, type FetchList, type FetchListOptions } from './fetch-list.ts';
import { limitedFetch } from './limited-fetch.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';
import type { StoredStatus } from './stored-status.ts';

export interface SynchronisationOptions extends Omit<FetchListOptions, 'fetch' | 'now'>, SessionOptions {
  readonly changes: Pick<Changes, 'kept' | 'follow' | 'look'>;
  readonly stored: StoredStatus;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export const limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 };
const minute = 60_000;

type Noting = Pick<SynchronisationOptions, 'stored' | 'clock' | 'onChange'> & {
  readonly fetchList: FetchList;
};

async function fetchAndNote(
  { fetchList, stored, clock, onChange }: Noting,
  { connection, tokens }: Session,
  signal: AbortSignal,
): Promise<void> {
  const counts: FetchedCounts = { invoices: 0, unreadable: 0 };
  let failure: Failure | undefined;
  try {
    await fetchList(connection.settings, tokens, counts);
  } catch (error) {
    failure = error instanceof FailureError ? error.failure : { code: 'internal' };
    throw error;
  } finally {
    const lastSync = { at: new Date(clock.now()).toISOString(), ...counts, ...(failure && { failure }) };
    // If we interrupted it ourselves, that says nothing about the other layer.
    if (!signal.aborted) stored.synced(connection, lastSync);
    onChange();
  }
}

export function createSynchronisation(options: SynchronisationOptions) {
  const { database, changes, invoices, stored, clock, onError } = options;
  let ending = new AbortController();
  const fetch = limitedFetch(options.fetch, { ...limits, signal: () => ending.signal });
  const fetchList = createFetchList({ database, invoices, fetch, now: () => clock.now() });
  let syncing: { readonly session: Session; readonly done: Promise<void> } | undefined;
  let running = false;
  let cancelTimer = () => {};

  const session = createSession(options);
  const stopFollowing = session.follow(followConnection);

  function followConnection(): void {
    if (syncing !== undefined && syncing.session !== session.current()) void interrupt();
    syncLater();
  }

  /** Interrupts the synchronisation in progress, which may be an endless list, and resolves when it has stopped. */
  async function interrupt(): Promise<void> {
    ending.abort();
    await syncing?.done.catch(() => undefined);
    ending = new AbortController();
  }

  /** Resolves when the list is stored. Fails with `not-found`, `remote-refused`, `remote-unreachable`. */
  async function sync(): Promise<void> {
    const current = session.current();
    if (current === undefined) return fail('not-found');
    if (syncing !== undefined && syncing.session !== current) await interrupt();
    if (syncing === undefined) {
      const done = fetchAndNote({ ...options, fetchList }, current, ending.signal).finally(() => {
        syncing = undefined;
      });
      syncing = { session: current, done };
    }
    await syncing.done;
  }

  function syncLater(): void {
    cancelTimer();
    const settings = stored.connection()?.settings;
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
    /** Ends a synchronisation that is not of the present connection, and what it has timed. */
    async interruptFormer() {
      changes.look();
      if (syncing !== undefined && syncing.session !== session.current()) await interrupt();
    },
    start() {
      running = true;
      if (stored.connection() !== undefined) void syncQuietly();
    },
    async stop() {
      running = false;
      stopFollowing();
      cancelTimer();
      await interrupt();
    },
  };
}
