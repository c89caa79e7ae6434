import { fail } from '../../shared/failure.ts';
import { type VaultWhy, vaultWhys } from '../../shared/vault.ts';

/** @throws FailureError of the vault, by its reason */
export function refuse(why: VaultWhy, cause?: unknown): never {
  return fail(vaultWhys[why], { detail: { why } }, cause);
}
