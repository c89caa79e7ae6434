import type { vaultKinds } from '../../shared/contract/credentials.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { SecretStore } from './secret-store.ts';

export type VaultKind = (typeof vaultKinds)[number];
export interface OpenedVault {
  readonly kind: VaultKind;
  readonly store: SecretStore;
}

/** A vault that may still be locked: whoever needs a secret before it is open gets the reason as a failure. */
export interface VaultDoor {
  /** The vault itself, once it is open. */
  readonly store: SecretStore;
  readonly kind: VaultKind | undefined;
  /** Why it is not open; undefined while it is, or when nobody tried yet. */
  readonly failure: Failure | undefined;
  readonly isOpen: boolean;
  /** Does nothing when it is open. @throws FailureError `vault-locked`, `vault-unavailable` */
  open(passphrase?: string): Promise<void>;
}

export function createVaultDoor(opener: (passphrase?: string) => Promise<OpenedVault>): VaultDoor {
  let opened: OpenedVault | undefined;
  let failure: Failure | undefined;

  const inside = (): SecretStore => {
    if (opened !== undefined) return opened.store;
    throw new FailureError(failure ?? { code: 'vault-unavailable', detail: { why: 'not-open' } });
  };

  return {
    store: {
      get: async (name) => inside().get(name),
      has: async (prefix) => inside().has(prefix),
      set: async (name, value) => inside().set(name, value),
      delete: async (name) => inside().delete(name),
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
      if (opened !== undefined) return;
      try {
        opened = await opener(passphrase);
        failure = undefined;
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        failure = error.failure;
        fail(failure.code, failure, error);
      }
    },
  };
}
