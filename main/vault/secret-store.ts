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

/** A store that can also say what it holds; whoever uses secrets need not know. */
export interface Vault extends SecretStore {
  /** The names that begin so, sorted. */
  names(prefix: string): Promise<string[]>;
}
