/**
 * Where secrets live: private keys and the secrets of credential pairs. Values are texts; a name is for instance
 * `training/key`. What cannot be read or written raises FailureError `vault-unavailable`; no value is ever part of
 * an error.
 */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  /** Whether any name begins so. */
  has(prefix: string): Promise<boolean>;
  /** Returns when the value is durable. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}
