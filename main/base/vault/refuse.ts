import { fail } from '../../../shared/failure.ts';
import { type VaultWhy, vaultWhys } from '../../../shared/vault.ts';

export function refuse(why: VaultWhy, cause?: unknown): never {
  return fail(vaultWhys[why], { detail: { why } }, cause);
}
