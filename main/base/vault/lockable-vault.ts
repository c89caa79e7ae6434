import type { vaultKinds } from '../../../shared/contract/terminal/credentials.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { SecretStore } from './secret-store.ts';

export type VaultKind = (typeof vaultKinds)[number];
export interface OpenedVault {
  readonly kind: VaultKind;
  readonly store: SecretStore;
  /**
   * Changes the passphrase; present only if a passphrase opens the vault. @throws FailureError `vault-locked`
   * (wrong-passphrase, passphrase-short)
   */
  readonly changePassphrase?: ((current: string, next: string) => Promise<void>) | undefined;
  /**
   * Proves that the caller knows the passphrase; present only if a passphrase opens the vault. @throws FailureError
   * `vault-locked` (wrong-passphrase)
   */
  readonly provePassphrase?: ((passphrase: string) => Promise<void>) | undefined;
}

const isOtherKey = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.detail?.why === 'wrong-passphrase';

const storeOver = (use: <T>(work: (store: SecretStore) => Promise<T>) => Promise<T>): SecretStore => ({
  get: (name) => use((vault) => vault.get(name)),
  has: (prefix) => use((vault) => vault.has(prefix)),
  set: (name, value) => use((vault) => vault.set(name, value)),
  delete: (name) => use((vault) => vault.delete(name)),
});

/** A vault that may still be locked: until it is open, a request for a secret fails with the reason. */
export function createLockableVault(opener: (passphrase?: string) => Promise<OpenedVault>) {
  let opened: OpenedVault | undefined;
  let opening: Promise<void> | undefined;
  let failure: Failure | undefined;

  /** The requests that arrive while the vault is being opened wait for it. */
  async function inside(): Promise<OpenedVault> {
    await opening?.catch(() => undefined);
    if (opened !== undefined) return opened;
    throw new FailureError(failure ?? { code: 'vault-locked', detail: { why: 'passphrase-needed' } });
  }

  async function openNow(passphrase: string | undefined): Promise<void> {
    try {
      opened = await opener(passphrase);
      failure = undefined;
    } catch (error) {
      if (error instanceof FailureError) failure = error.failure;
      throw error;
    } finally {
      opening = undefined;
    }
  }

  /** Closes the vault if another process has changed its passphrase, so that it can be opened with the new one. */
  async function use<T>(work: (store: SecretStore) => Promise<T>): Promise<T> {
    const used = await inside();
    try {
      return await work(used.store);
    } catch (error) {
      if (!isOtherKey(error)) throw error;
      if (opened === used) opened = undefined;
      failure = { code: 'vault-locked', detail: { why: 'passphrase-needed' } };
      throw new FailureError(failure, { cause: error });
    }
  }

  return {
    store: storeOver(use),
    get kind(): VaultKind | undefined {
      return opened?.kind;
    },
    /** The reason why the vault is not open; undefined while it is open, and before the first attempt. */
    get failure(): Failure | undefined {
      return failure;
    },
    get isOpen() {
      return opened !== undefined;
    },
    /** Opens the vault, if it is not open. @throws FailureError `vault-locked`, `vault-unavailable` */
    async open(passphrase?: string) {
      // Attempts run one at a time, so that a right passphrase does not fail because an earlier attempt had a wrong
      // one.
      await opening?.catch(() => undefined);
      if (opened !== undefined) return;
      opening = openNow(passphrase);
      await opening;
    },
    /**
     * Encrypts the vault with another passphrase.
     * @throws FailureError `vault-locked` (passphrase-needed, wrong-passphrase, passphrase-short), `not-allowed` when
     * no passphrase opens it
     */
    async changePassphrase(current: string, next: string) {
      const { changePassphrase } = await inside();
      if (changePassphrase === undefined) fail('not-allowed');
      else await changePassphrase(current, next);
    },
    /**
     * Proves that the caller knows the passphrase; an open vault alone does not prove it.
     * @throws FailureError `vault-locked` (passphrase-needed, wrong-passphrase), `not-allowed` when no passphrase opens
     * it
     */
    async provePassphrase(passphrase: string) {
      const { provePassphrase } = await inside();
      if (provePassphrase === undefined) fail('not-allowed');
      else await provePassphrase(passphrase);
    },
  };
}

export type LockableVault = ReturnType<typeof createLockableVault>;
