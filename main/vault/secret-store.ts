import { refuse } from './refuse.ts';

/**
 * Where secrets live: private keys and the secrets of credential pairs. Values are texts; a name is for instance
 * `simulation/key/1`. What cannot be read or written raises FailureError `vault-locked` or `vault-unavailable` with
 * a detail `why` (shared/vault.ts); no value is ever part of an error.
 */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  /** Whether any name begins so. */
  has(prefix: string): Promise<boolean>;
  /** Returns when the value is durable and has been read back. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** A store that can also say what it holds, which only moving secrets needs. */
export interface Vault extends SecretStore {
  /** The names that begin so, sorted. */
  names(prefix: string): Promise<string[]>;
}

/**
 * Moves all secrets into another store. The old copy of each goes only when the new one has been read back, so that
 * a move that breaks off loses nothing and can be begun again.
 */
export async function moveSecrets(from: Vault, to: SecretStore): Promise<void> {
  for (const name of await from.names('')) {
    const value = await from.get(name);
    if (value === undefined) continue; // another process deleted it meanwhile
    await to.set(name, value);
    if ((await to.get(name)) !== value) refuse('unwritable');
    await from.delete(name);
  }
}
