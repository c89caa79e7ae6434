import { FailureError, fail } from '../../../shared/failure.ts';
import { type VaultWhy, vaultWhys } from '../../../shared/vault.ts';

export function refuse(why: VaultWhy, cause?: unknown): never {
  return fail(vaultWhys[why], { detail: { why } }, cause);
}

/** Refuses a file of the vault that cannot be read. One of a newer version is whole, and must not be replaced. */
export function refuseFile(error: unknown): never {
  const isNewer = error instanceof FailureError && error.failure.code === 'stored-newer';
  return refuse(isNewer ? 'newer' : 'unreadable', error);
}
