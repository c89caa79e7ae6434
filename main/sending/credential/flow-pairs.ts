import type { Company } from '../../../shared/company.ts';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import type { CredentialStage, StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { csidToCertificateText, readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { SigningKey } from '../../document/stamp/key.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';
import { checkIssued, isUseless } from './check-issued.ts';
import { flowNames, type KeptPair, keepPair, keptPair, keptSecret } from './pair-secret.ts';
import type { Issued } from './refusal.ts';

export interface FlowPairsOptions {
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly profile: GatewayProfile;
  readonly clock: Clock;
  readonly company: () => Company;
}

/**
 * The key and the pairs of a flow. The vault is always written before the row, under names that are known before the
 * pair is issued.
 */
export function createFlowPairs({ ledger, secrets, profile, clock, company }: FlowPairsOptions) {
  const { flows, credentials } = ledger;
  const names = flowNames(ledger);

  /** Checks a pair from the vault and writes its row. @throws FailureError when its certificate is not ours */
  function record(stage: CredentialStage, flow: Flow, pair: KeptPair, key: SigningKey): StoredCredential {
    const at = clock.now();
    const certificate = readCertificate(csidToCertificateText(pair.csid));
    const template = profile.templates[ledger.environment];
    checkIssued(certificate, { step: stage, key, vatNumber: company().vatNumber, template, now: at });
    const saved = credentials.save(
      {
        stage,
        csid: pair.csid,
        requestId: pair.requestId,
        certificate: certificate.text,
        vaultKey: names.pair(stage, flow.id),
        keyName: names.key(flow.id),
        flowId: flow.id,
        state: 'obtained',
        issuedAt: at,
      },
      at,
    );
    flows.update(flow.id, { asked: undefined }, clock.now());
    const { serial, validTo } = certificate;
    const detail = { flow: flow.kind, serial, validTo: new Date(validTo).toISOString() };
    ledger.audit.write({ at, actor: 'terminal', action: `credential.${stage}`, detail });
    return saved;
  }

  return {
    record,
    /** Returns the flow's key. It is made once, and read back before anything depends on it. */
    async signingKey(flow: Flow): Promise<SigningKey> {
      const name = names.key(flow.id);
      const kept = await secrets.get(name);
      if (kept !== undefined) return SigningKey.fromSecret(kept);
      if (credentials.current('compliance')?.flowId === flow.id)
        return fail('vault-unavailable', { detail: { why: 'missing' } });
      await secrets.set(name, SigningKey.generate().toSecret());
      return SigningKey.fromSecret(await keptSecret(secrets, name));
    },
    /** Returns the compliance pair from its row, or from the vault if the row was never written. */
    async compliance(flow: Flow, key: SigningKey): Promise<StoredCredential | undefined> {
      const current = credentials.current('compliance');
      if (current?.flowId === flow.id) return current;
      const pair = await keptPair(secrets, names.pair('compliance', flow.id));
      return pair && record('compliance', flow, pair, key);
    },
    production: (flow: Flow) => keptPair(secrets, names.pair('production', flow.id)),
    /** Keeps a pair that was just issued. @throws FailureError as `record` */
    async keep(
      stage: CredentialStage,
      flow: Flow,
      issued: Issued,
      key: SigningKey,
    ): Promise<StoredCredential> {
      const name = names.pair(stage, flow.id);
      const pair = { ...issued.pair, requestId: issued.requestId };
      await keepPair(secrets, name, pair);
      try {
        return record(stage, flow, pair, key);
      } catch (error) {
        // A certificate that cannot be used is not stored: the next request starts from a clean state.
        if (error instanceof FailureError && isUseless(error.failure)) await secrets.delete(name);
        throw error;
      }
    },
    async destroy(flow: Flow) {
      await secrets.delete(names.pair('production', flow.id));
      await secrets.delete(names.pair('compliance', flow.id));
      await secrets.delete(names.key(flow.id));
    },
  };
}

export type FlowPairs = ReturnType<typeof createFlowPairs>;
