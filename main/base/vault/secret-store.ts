/**
 * The store of secrets: private keys and the secrets of credential pairs. Values are texts; a name is for instance
 * `simulation/key/1`. If a value cannot be read or written, it throws FailureError `vault-locked` or
 * `vault-unavailable` with a detail `why` (shared/vault.ts); no value is ever part of an error.
 */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  /** Returns true when any name starts with the prefix. */
  has(prefix: string): Promise<boolean>;
  /** Stores a value; resolves when it is durable and has been read back. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** A store that can also list its names, which users of secrets do not need. */
export interface Vault extends SecretStore {
  /** Returns the names with this prefix, sorted. */
  names(prefix: string): Promise<string[]>;
}
