import type * as z from 'zod';
import { FailureError, fail } from '../../../shared/failure.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { CredentialStage } from '../../books/ledger/credentials/credential-history.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/**
 * The vault's copy of a whole pair, under a name that is known before the pair is issued. A pair whose row was never
 * written, because the power failed in between, is still complete in the vault.
 */
export type KeptPair = z.infer<(typeof pairForm)['schema']>;

/**
 * Returns the vault's names for the secrets of a flow. They contain the ledger's id: the flows of another ledger begin
 * at 1 too, and must never use the secrets of this one.
 */
export function flowNames({ id, environment }: Pick<Ledger, 'id' | 'environment'>) {
  const flow = (flowId: number) => `${id.slice(0, 8)}-${flowId}`;
  return {
    key: (flowId: number) => `${environment}/key/${flow(flowId)}`,
    pair: (stage: CredentialStage, flowId: number) => `${environment}/${stage}/${flow(flowId)}`,
  };
}

/**
 * Reads a secret that was stored before.
 * @throws FailureError `vault-unavailable` when the secret is gone; no secret is ever made up
 */
export async function keptSecret(secrets: SecretStore, name: string): Promise<string> {
  return (await secrets.get(name)) ?? fail('vault-unavailable', { detail: { why: 'missing' } });
}

/** Returns true when a secret is missing in a vault that can be read, for instance after a restore on another machine. */
export const isKeyMissing = (error: unknown): boolean =>
  error instanceof FailureError &&
  error.failure.code === 'vault-unavailable' &&
  error.failure.detail?.why === 'missing';

/** Returns undefined when the vault has nothing under that name. */
export async function keptPair(secrets: SecretStore, name: string): Promise<KeptPair | undefined> {
  const text = await secrets.get(name);
  return text === undefined ? undefined : orFail(pairForm.read(text));
}

export async function keepPair(secrets: SecretStore, name: string, pair: KeptPair): Promise<void> {
  await secrets.set(name, pairForm.write(pair));
}

/** Returns the secret of a pair that has a row. @throws FailureError `vault-unavailable` when it is gone */
export async function pairSecret(secrets: SecretStore, name: string): Promise<string> {
  const pair = (await keptPair(secrets, name)) ?? fail('vault-unavailable', { detail: { why: 'missing' } });
  return pair.secret;
}
