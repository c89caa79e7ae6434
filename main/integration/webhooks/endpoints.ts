import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { OccurrenceKind } from '../../../shared/contract/programs/webhook-events.ts';
import { type Endpoint, signingSecretSchema } from '../../../shared/contract/programs/webhooks.ts';
import { fail, parseOrFail, refuseInput } from '../../../shared/failure.ts';
import { addressesOf, type Lookup, reachOf } from '../../base/network/addresses.ts';
import { isReceiverUrl, mayCall } from '../../base/network/http-post.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createEndpointRows, type EndpointRow, toEndpoint } from './endpoint-rows.ts';

/** The largest number of receivers; together with the calls to each, it bounds all calls. */
const mostEndpoints = 16;

export interface NewEndpoint {
  readonly url: string;
  readonly kinds: readonly OccurrenceKind[];
  readonly allowPrivate: boolean;
  /** The signing secret; made here by default. */
  readonly secret?: string | undefined;
}

export type EndpointChange = Omit<CommandParsed<'webhook.changeEndpoint'>, 'id'>;

export interface EndpointsOptions {
  readonly database: Database;
  readonly secrets: SecretStore;
  readonly vaultPrefix: string;
  readonly now: () => number;
  /** True when this environment allows plain HTTP to loopback. */
  readonly plainToLoopback: boolean;
  readonly lookup: Lookup;
  /** Called before a receiver begins to want events: those from before that moment are none of its own. */
  readonly beforeWanting?: (() => void) | undefined;
}

function checkUrl(url: string, { plainToLoopback }: Pick<EndpointsOptions, 'plainToLoopback'>): void {
  if (!isReceiverUrl(url, plainToLoopback)) refuseInput(['url'], 'https-address', 'must be an https address');
}

/** A name server that does not answer must not keep anybody from adding a receiver. */
const timeout = () => setTimeout(3_000, undefined, { ref: false });

async function checkReach(
  { url, allowPrivate }: Pick<NewEndpoint, 'url' | 'allowPrivate'>,
  { plainToLoopback, lookup }: Pick<EndpointsOptions, 'plainToLoopback' | 'lookup'>,
): Promise<void> {
  checkUrl(url, { plainToLoopback });
  const parsed = new URL(url);
  const found = (await Promise.race([addressesOf(parsed.hostname, lookup), timeout()])) ?? [];
  const refused = found.filter(({ address }) => !mayCall(parsed, address, { allowPrivate, plainToLoopback }));
  if (refused.some(({ address }) => reachOf(address) === 'forbidden'))
    refuseInput(['url'], 'forbidden-address', 'leads where no receiver can be');
  if (refused.length > 0)
    refuseInput(['url'], 'private-address', 'leads to this machine or a private network');
}

function createEndpointSecrets({ secrets, vaultPrefix }: Pick<EndpointsOptions, 'secrets' | 'vaultPrefix'>) {
  return {
    /** The secret is in the vault before a row names it: a crash leaves one secret too many, never one too few. */
    async keep(endpoint: string, given: string | undefined) {
      const value = parseOrFail(signingSecretSchema, given ?? randomBytes(32).toString('base64url'));
      const name = `${vaultPrefix}/webhook/${endpoint}/${randomUUID()}`;
      await secrets.set(name, value);
      return { name, told: given === undefined ? { secret: value } : {} };
    },
    async read({ secret, nextSecret }: EndpointRow): Promise<string[] | undefined> {
      const names = nextSecret === null ? [secret] : [secret, nextSecret];
      const values = await Promise.all(names.map((name) => secrets.get(name)));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    delete: (name: string) => secrets.delete(name),
  };
}

/** The receivers of the shop and their signing secrets. Each method fails with `not-found` for an unknown endpoint. */
export function createEndpoints(options: EndpointsOptions) {
  const { database, now, beforeWanting = () => {} } = options;
  const rows = createEndpointRows(database);
  const secrets = createEndpointSecrets(options);

  const save = (row: EndpointRow): Endpoint => {
    rows.update(row);
    return toEndpoint(row);
  };

  return {
    list: () => rows.all().map(toEndpoint),
    get: (id: string) => toEndpoint(rows.get(id)),
    /** Fails with `bad-input` if an address may not be called; the network may be down, so names need not resolve. */
    checkReach: (receiver: Pick<NewEndpoint, 'url' | 'allowPrivate'>) => checkReach(receiver, options),
    /**
     * Fails with `bad-input` for an address that cannot be a receiver's or is another's, or for too many endpoints.
     * @returns the endpoint, and its secret if it was made here: only this once
     */
    async add({ url, kinds, allowPrivate, secret }: NewEndpoint) {
      await checkReach({ url, allowPrivate }, options);
      if (rows.all().length >= mostEndpoints)
        refuseInput(['url'], 'too-many-endpoints', `at most ${mostEndpoints} endpoints`);
      checkNew(url, rows.all());
      const id = randomUUID();
      const { name, told } = await secrets.keep(id, secret);
      beforeWanting();
      const flags = { kinds: JSON.stringify(kinds), allowPrivate: Number(allowPrivate) };
      rows.insert({ id, url, ...flags, secret: name, createdAt: now() });
      return { endpoint: toEndpoint(rows.get(id)), ...told };
    },
    change(id: string, { url, kinds, allowPrivate, enabled }: EndpointChange) {
      const row = rows.get(id);
      if (url !== undefined) checkUrl(url, options);
      if (url !== undefined && url !== row.url) checkNew(url, rows.all());
      if (kinds !== undefined) beforeWanting();
      const changed = changedRow(row, { url, kinds, allowPrivate, enabled });
      if (enabled !== true && changed.url === row.url) return save(changed);
      rows.enable(changed);
      return toEndpoint(rows.get(id));
    },
    /** The calls that failed, and the pauses after them. */
    health: rows as EndpointHealth,
    /** Discards the deliveries that were not sent, and returns their number; the others keep the address. */
    async remove(id: string) {
      const row = rows.get(id);
      const discarded = rows.remove(id, now());
      await secrets.delete(row.secret);
      if (row.nextSecret !== null) await secrets.delete(row.nextSecret);
      return discarded;
    },
    /** Makes a second secret; a secret from an unfinished rotation, which may have been lost, is deleted. */
    async rotate(id: string, secret?: string) {
      rows.get(id);
      const { name, told } = await secrets.keep(id, secret);
      const row = rows.get(id); // The row is read again, since it may have changed during the wait.
      const endpoint = save({ ...row, nextSecret: name });
      if (row.nextSecret !== null) await secrets.delete(row.nextSecret);
      return { endpoint, ...told };
    },
    /** Makes the new secret alone sign from now on. Fails with `bad-input` when there is none. */
    async finishRotation(id: string) {
      const row = rows.get(id);
      if (row.nextSecret === null) return refuseInput(['id'], 'not-rotating', 'there is no second secret');
      const endpoint = save({ ...row, secret: row.nextSecret, nextSecret: null });
      await secrets.delete(row.secret);
      return endpoint;
    },
    /** Returns the secret that signs and, during a rotation, the next one. */
    async secretsOf(id: string) {
      // A rotation may end while the vault is read; then the row names the present secrets, so it is read again.
      return (
        (await secrets.read(rows.get(id))) ?? (await secrets.read(rows.get(id))) ?? fail('vault-unavailable')
      );
    },
  };
}

export type EndpointHealth = Pick<
  ReturnType<typeof createEndpointRows>,
  'failures' | 'fail' | 'recover' | 'endPause' | 'markGone'
>;

function changedRow(
  row: EndpointRow,
  { url = row.url, kinds, allowPrivate, enabled }: EndpointChange,
): EndpointRow {
  return {
    ...row,
    url,
    kinds: kinds === undefined ? row.kinds : JSON.stringify(kinds),
    allowPrivate: allowPrivate === undefined ? row.allowPrivate : Number(allowPrivate),
    enabled: enabled === undefined ? row.enabled : Number(enabled),
  };
}

export type Endpoints = ReturnType<typeof createEndpoints>;

/** If two receivers had one address, it would get each event twice, under two ids. */
function checkNew(url: string, existing: readonly EndpointRow[]): void {
  const isSame = (row: EndpointRow) => new URL(row.url).href === new URL(url).href;
  if (existing.some(isSame)) refuseInput(['url'], 'receiver-known', 'is the address of another receiver');
}
