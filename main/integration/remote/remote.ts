import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import {
  type RemoteSettings,
  type RemoteSync,
  remoteSettingsSchema,
} from '../../../shared/contract/remote.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import { type Database, withFailures } from '../../ledger/database.ts';
import { createSettings } from '../../ledger/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretStore } from '../../vault/secret-store.ts';
import type { RemoteInvoices } from '../inbound/remote-invoices.ts';
import { isReceiverUrl } from '../webhooks/http-post.ts';
import { readPages } from './invoice-list.ts';
import { limitedFetch } from './limited-fetch.ts';
import { createTokens, type Tokens } from './tokens.ts';

export interface RemoteOptions {
  /** The environment's integration database. */
  readonly database: Database;
  readonly invoices: Pick<RemoteInvoices, 'apply'>;
  readonly secrets: SecretStore;
  /** Before the names of secrets in the vault, for instance `production`. */
  readonly vaultPrefix: string;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** Whether a layer on this machine may be called by plain HTTP: in training. */
  readonly plainToLoopback: boolean;
  /** The list was fetched, or could not be. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export interface RemoteStatus {
  readonly settings?: RemoteSettings;
  readonly lastSync?: RemoteSync;
}

/** The list of another integration layer's invoices, kept beside this terminal's own. */
export interface Remote {
  get(): RemoteStatus;
  /**
   * Sets the layer up and fetches its list; what was set up before is replaced. Fails with `bad-input` for an address
   * that may not be called or a missing secret, and as `sync` does, with the settings kept.
   */
  connect(connection: RemoteConnection): Promise<RemoteStatus>;
  /** Fails with `not-found` when nothing is set up, `remote-refused`, `remote-unreachable`. */
  sync(): Promise<RemoteStatus>;
  disconnect(): Promise<RemoteStatus>;
  /** Fetches the list every so often. By one process of a data folder alone. */
  start(): void;
  stop(): Promise<void>;
}

export interface RemoteConnection {
  readonly settings: RemoteSettings;
  readonly clientSecret?: string | undefined;
  readonly refreshToken?: string | undefined;
}

const storedSchema = z.object({
  settings: remoteSettingsSchema.optional(),
  lastSync: z.unknown().optional(),
});

const key = 'remote';
const limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 };
const minute = 60_000;

export function createRemote(options: RemoteOptions): Remote {
  const { database, invoices, secrets, vaultPrefix, clock, plainToLoopback, onChange, onError } = options;
  const settingRows = createSettings(database);
  let ending = new AbortController();
  const fetchPage = limitedFetch(options.fetch, { ...limits, signal: () => ending.signal });
  // Never broken off: a refresh token is void once its answer is under way.
  const fetchToken = limitedFetch(options.fetch, limits);
  const secretName = `${vaultPrefix}/remote/client-secret`;
  const refreshName = `${vaultPrefix}/remote/refresh-token`;
  let tokens: Tokens | undefined;
  let syncing: Promise<void> | undefined;
  let running = false;
  let cancelTimer = () => {};

  const readStatus = (): RemoteStatus => storedSchema.parse(settingRows.get(key) ?? {}) as RemoteStatus;
  const secretOf = async (name: string) => (await secrets.get(name)) ?? fail('vault-unavailable');

  const take = database.transaction((news: Parameters<typeof invoices.apply>[0][]) => {
    for (const item of news) invoices.apply(item, clock.now());
  });

  function tokensFor({ baseUrl, clientId, grant, scope }: RemoteSettings): Tokens {
    return createTokens({
      tokenUrl: addressOf(baseUrl, '/oauth/token'),
      clientId,
      clientSecret: () => secretOf(secretName),
      grant:
        grant === 'clientCredentials'
          ? { kind: grant, scope }
          : {
              kind: grant,
              read: () => secretOf(refreshName),
              keep: (token) => secrets.set(refreshName, token),
            },
      fetch: fetchToken,
      clock,
      plain: plainToLoopback && baseUrl.startsWith('http:'),
    });
  }

  /** Fetches and stores page by page, and writes what it came to. Rejects with the failure. */
  async function fetchList(settings: RemoteSettings): Promise<void> {
    let count = 0;
    let unreadable = 0;
    let failure: Failure | undefined;
    try {
      tokens ??= tokensFor(settings);
      const { baseUrl, mapping } = settings;
      const url = addressOf(baseUrl, '/v2/invoices');
      for await (const page of readPages({
        url,
        tokens,
        mapping,
        fetch: fetchPage,
        now: () => clock.now(),
      })) {
        for (const news of groupsOf(page.news)) {
          withFailures(() => take.immediate(news));
          await setImmediate(); // the till sells in between
        }
        count += page.news.length;
        unreadable += page.unreadable;
      }
    } catch (error) {
      failure = error instanceof FailureError ? error.failure : { code: 'internal' };
      throw error;
    } finally {
      const at = new Date(clock.now()).toISOString();
      const lastSync = { at, invoices: count, unreadable, ...(failure && { failure }) };
      // What was broken off here says nothing of the other layer.
      if (!ending.signal.aborted) settingRows.set(key, { ...readStatus(), lastSync });
      onChange();
    }
  }

  /** Breaks off what is under way, which may be a list that never ends, and resolves when it is at its end. */
  async function breakOff(): Promise<void> {
    ending.abort();
    await syncing?.catch(() => undefined);
    ending = new AbortController();
  }

  async function sync(): Promise<RemoteStatus> {
    const { settings } = readStatus();
    if (settings === undefined) return fail('not-found');
    syncing ??= fetchList(settings).finally(() => {
      syncing = undefined;
    });
    await syncing;
    return readStatus();
  }

  function syncLater(): void {
    cancelTimer();
    const { settings } = readStatus();
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
    get: readStatus,
    async connect({ settings, clientSecret, refreshToken }) {
      if (!isReceiverUrl(settings.baseUrl, plainToLoopback))
        refuse('baseUrl', 'https-address', 'must be an https address');
      await breakOff(); // what is under way belongs to the layer before
      await keep(secretName, clientSecret, 'clientSecret');
      if (settings.grant === 'refreshToken') await keep(refreshName, refreshToken, 'refreshToken');
      settingRows.set(key, { settings });
      tokens = undefined;
      syncLater();
      return sync();
    },
    sync,
    async disconnect() {
      await breakOff();
      settingRows.set(key, {});
      cancelTimer(); // now, because the end of a synchronisation sets it
      tokens = undefined;
      await secrets.delete(secretName);
      await secrets.delete(refreshName);
      return readStatus();
    },
    start() {
      running = true;
      if (readStatus().settings !== undefined) void syncQuietly();
    },
    async stop() {
      running = false;
      cancelTimer();
      await breakOff();
    },
  };

  /** One that is left out stays what it was; there must be one. */
  async function keep(name: string, value: string | undefined, field: string): Promise<void> {
    if (value !== undefined) await secrets.set(name, value);
    else if ((await secrets.get(name)) === undefined) refuse(field, 'required', 'must be given');
  }
}

/** So few at once that a customer does not wait behind them. */
const atOnce = 200;

function groupsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  );
}

/** The specification's path after the layer's own. */
function addressOf(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}

function refuse(field: string, code: string, message: string): never {
  return fail('bad-input', { issues: [{ path: [field], code, message }] });
}
