import type { vaultKinds } from '../../shared/contract/credentials.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { SecretStore } from './secret-store.ts';

export type VaultKind = (typeof vaultKinds)[number];
export interface OpenedVault {
  readonly kind: VaultKind;
  readonly store: SecretStore;
  /** Only where a passphrase opens it. @throws FailureError `vault-locked` (wrong-passphrase, passphrase-short) */
  readonly changePassphrase?: ((current: string, next: string) => Promise<void>) | undefined;
  /** Where a passphrase opens it. @throws FailureError `vault-locked` (wrong-passphrase) */
  readonly provePassphrase?: ((passphrase: string) => Promise<void>) | undefined;
}

/** A vault that may still be locked: whoever needs a secret before it is open gets the reason as a failure. */
export interface LockableVault {
  /** The vault itself, once it is open. */
  readonly store: SecretStore;
  readonly kind: VaultKind | undefined;
  /** Why it is not open; undefined while it is, or when nobody tried yet. */
  readonly failure: Failure | undefined;
  readonly isOpen: boolean;
  /** Does nothing when it is open. @throws FailureError `vault-locked`, `vault-unavailable` */
  open(passphrase?: string): Promise<void>;
  /**
   * Seals it under another passphrase.
   * @throws FailureError `vault-locked` (passphrase-needed, wrong-passphrase, passphrase-short), `not-allowed` where no
   * passphrase opens it
   */
  changePassphrase(current: string, next: string): Promise<void>;
  /**
   * Proves that somebody knows the passphrase, which an open vault alone does not.
   * @throws FailureError `vault-locked` (passphrase-needed, wrong-passphrase), `not-allowed` where no passphrase opens it
   */
  provePassphrase(passphrase: string): Promise<void>;
}

export function createLockableVault(opener: (passphrase?: string) => Promise<OpenedVault>): LockableVault {
  let opened: OpenedVault | undefined;
  let opening: Promise<void> | undefined;
  let failure: Failure | undefined;

  /** Whoever comes while it is being opened waits for that. */
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

  return {
    store: {
      get: async (name) => (await inside()).store.get(name),
      has: async (prefix) => (await inside()).store.has(prefix),
      set: async (name, value) => (await inside()).store.set(name, value),
      delete: async (name) => (await inside()).store.delete(name),
    },
    get kind() {
      return opened?.kind;
    },
    get failure() {
      return failure;
    },
    get isOpen() {
      return opened !== undefined;
    },
    async open(passphrase) {
      // One at a time; a second try with the right passphrase is not lost behind a first with a wrong one.
      await opening?.catch(() => undefined);
      if (opened !== undefined) return;
      opening = openNow(passphrase);
      await opening;
    },
    async changePassphrase(current, next) {
      const { changePassphrase } = await inside();
      if (changePassphrase === undefined) fail('not-allowed');
      else await changePassphrase(current, next);
    },
    async provePassphrase(passphrase) {
      const { provePassphrase } = await inside();
      if (provePassphrase === undefined) fail('not-allowed');
      else await provePassphrase(passphrase);
    },
  };
}
