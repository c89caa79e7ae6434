import { fail } from '../../shared/failure.ts';
import { type VaultWhy, vaultWhys } from '../../shared/vault.ts';

/** Throws the failure of the vault. @throws FailureError by the reason */
export function refuse(why: VaultWhy, cause?: unknown): never {
  return fail(vaultWhys[why], { detail: { why } }, cause);
}
