import type { RemoteSettings } from '../../../shared/contract/programs/remote.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import { addressOf } from './address.ts';
import type { LimitedFetch } from './limited-fetch.ts';
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

export function createRemoteCredentials(options: RemoteCredentialsOptions) {
  const { secrets, vaultPrefix, clock, fetch, plainToLoopback } = options;
  const secretName = `${vaultPrefix}/remote/client-secret`;
  const refreshName = `${vaultPrefix}/remote/refresh-token`;

  const secretOf = async (name: string) => (await secrets.get(name)) ?? fail('vault-unavailable');

  /** Stores one secret. If it is omitted, the old one stays; there must be one. */
  async function keepOne(name: string, value: string | undefined, field: string): Promise<void> {
    if (value !== undefined) await secrets.set(name, value);
    else if ((await secrets.get(name)) === undefined) refuseInput([field], 'required', 'must be given');
  }

  return {
    tokensFor: ({ baseUrl, clientId, grant, scope }: RemoteSettings): Tokens =>
      createTokens({
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
        fetch,
        clock,
        plain: plainToLoopback && baseUrl.startsWith('http:'),
      }),
    /** Stores the given values and leaves the rest unchanged. Fails with `bad-input` when a secret is missing. */
    async keep(grant: RemoteSettings['grant'], { clientSecret, refreshToken }: GivenSecrets) {
      await keepOne(secretName, clientSecret, 'clientSecret');
      if (grant === 'refreshToken') await keepOne(refreshName, refreshToken, 'refreshToken');
    },
    async delete() {
      await secrets.delete(secretName);
      await secrets.delete(refreshName);
    },
  };
}

export type RemoteCredentials = ReturnType<typeof createRemoteCredentials>;
