import * as z from 'zod';
import { fail } from '../../shared/failure.ts';
import type { CredentialStage } from '../ledger/credential-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SecretStore } from '../vault/secret-store.ts';

/**
 * What the vault keeps of an issued pair: all of it, under a name that is known before the pair is. So a pair whose
 * row was never written (the power went between the two) is found again, and there is no half of one.
 */
const keptPairSchema = z.strictObject({ csid: z.string(), requestId: z.string(), secret: z.string() });
export type KeptPair = z.infer<typeof keptPairSchema>;

/**
 * Under which names the vault keeps what a flow gets. The ledger's id is in them: another ledger's flows begin at 1
 * too, and must never take up what this one's left.
 */
export function flowNames({ id, environment }: Pick<Ledger, 'id' | 'environment'>) {
  const flow = (flowId: number) => `${id.slice(0, 8)}-${flowId}`;
  return {
    key: (flowId: number) => `${environment}/key/${flow(flowId)}`,
    pair: (stage: CredentialStage, flowId: number) => `${environment}/${stage}/${flow(flowId)}`,
  };
}

/** @throws FailureError `vault-unavailable` when the secret is gone: one is never made up anew */
export async function keptSecret(secrets: SecretStore, name: string): Promise<string> {
  return (await secrets.get(name)) ?? fail('vault-unavailable', { detail: { why: 'missing' } });
}

/** undefined when the vault has nothing of that name. */
export async function keptPair(secrets: SecretStore, name: string): Promise<KeptPair | undefined> {
  const text = await secrets.get(name);
  return text === undefined ? undefined : keptPairSchema.parse(JSON.parse(text));
}

export async function keepPair(secrets: SecretStore, name: string, pair: KeptPair): Promise<void> {
  await secrets.set(name, JSON.stringify(pair));
}

/** The secret of a pair whose row is there. @throws FailureError `vault-unavailable` when it is gone */
export async function pairSecret(secrets: SecretStore, name: string): Promise<string> {
  const text = await keptSecret(secrets, name);
  // Before there were flows the vault kept the secret alone; it is Base64, so no brace begins it.
  return text.startsWith('{') ? keptPairSchema.parse(JSON.parse(text)).secret : text;
}
