import type { RemoteSettings } from '../../../shared/contract/programs/remote.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import { addressOf } from './address.ts';
import type { LimitedFetch } from './limited-fetch.ts';
import type { Connection } from './stored-status.ts';
import { createTokens, type Tokens } from './tokens.ts';

export interface GivenSecrets {
  readonly clientSecret?: string | undefined;
  readonly refreshToken?: string | undefined;
}

export interface RemoteCredentialsOptions {
  readonly secrets: SecretStore;
  /** The prefix of the names of secrets in the vault, for instance `production`. */
  readonly vaultPrefix: string;
  readonly clock: Clock;
  readonly fetch: LimitedFetch;
  /** True when a layer on this machine may be called by plain HTTP, as in training. */
  readonly plainToLoopback: boolean;
}

type Id = Connection['id'];

/**
 * The secrets of each connection have names of their own: another program may be about to send the former ones, and
 * must not find the next layer's under that name.
 */
export function createRemoteCredentials(options: RemoteCredentialsOptions) {
  const { secrets, vaultPrefix, clock, fetch, plainToLoopback } = options;
  const nameOf = (id: Id, secret: 'client-secret' | 'refresh-token') =>
    `${vaultPrefix}/remote/${id}/${secret}`;

  const secretOf = async (name: string) => (await secrets.get(name)) ?? fail('vault-unavailable');

  /** Stores one secret; if it is omitted, that of the former connection, which must have one. */
  async function keepOne(name: string, value: string | undefined, former: string | undefined, field: string) {
    const kept = value ?? (former === undefined ? undefined : await secrets.get(former));
    if (kept === undefined) refuseInput([field], 'required', 'must be given');
    else await secrets.set(name, kept);
  }

  return {
    tokensFor: ({ id, settings: { baseUrl, clientId, grant, scope } }: Connection): Tokens => {
      const refreshName = nameOf(id, 'refresh-token');
      return createTokens({
        tokenUrl: addressOf(baseUrl, '/oauth/token'),
        clientId,
        clientSecret: () => secretOf(nameOf(id, 'client-secret')),
        grant:
          grant === 'clientCredentials'
            ? { kind: grant, scope }
            : {
                kind: grant,
                read: () => secretOf(refreshName),
                keep: (token) => secrets.set(refreshName, token),
              },
        fetch,
        clock,
        plain: plainToLoopback && baseUrl.startsWith('http:'),
      });
    },
    /**
     * Stores the secrets of a new connection; those that are not given are the former one's. Fails with `bad-input`
     * when one is missing.
     */
    async keep(
      id: Id,
      former: Id | undefined,
      grant: RemoteSettings['grant'],
      { clientSecret, refreshToken }: GivenSecrets,
    ) {
      const formerName = (secret: Parameters<typeof nameOf>[1]) => former && nameOf(former, secret);
      await keepOne(nameOf(id, 'client-secret'), clientSecret, formerName('client-secret'), 'clientSecret');
      if (grant !== 'refreshToken') return;
      await keepOne(nameOf(id, 'refresh-token'), refreshToken, formerName('refresh-token'), 'refreshToken');
    },
    async delete(id: Id) {
      await secrets.delete(nameOf(id, 'client-secret'));
      await secrets.delete(nameOf(id, 'refresh-token'));
    },
  };
}

export type RemoteCredentials = ReturnType<typeof createRemoteCredentials>;
