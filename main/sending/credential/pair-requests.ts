import { fail } from '../../../shared/failure.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import type { CredentialStage, StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import { makeCertificateRequest } from '../../document/stamp/certificates/certificate-request.ts';
import type { SigningKey } from '../../document/stamp/key.ts';
import type { Gateway } from '../../gateway/client.ts';
import { certificateSubject } from './certificate-subject.ts';
import type { FlowPairsOptions } from './flow-pairs.ts';
import type { KeyRing } from './key-ring.ts';
import { pairSecret } from './pair-secret.ts';
import { type Issued, refuse } from './refusal.ts';

export interface PairRequestsOptions extends FlowPairsOptions {
  readonly gateway: Gateway;
  readonly keyRing: Pick<KeyRing, 'inForce'>;
}

/** The requests for certificates. Every refusal and every lost answer is thrown as a `FailureError`. */
export function createPairRequests(options: PairRequestsOptions) {
  const { ledger, secrets, gateway, profile, clock, keyRing, company } = options;
  const { flows, credentials } = ledger;

  /** Writes a row before the call and another after it, so that a lost answer is recognised. */
  async function ask<T extends { kind: string }>(
    flow: Flow,
    stage: CredentialStage,
    call: () => Promise<T>,
  ): Promise<T> {
    flows.update(flow.id, { asked: stage }, clock.now());
    const outcome = await call();
    if (outcome.kind !== 'unknown' && outcome.kind !== 'issued' && outcome.kind !== 'not-compliant')
      flows.update(flow.id, { asked: undefined }, clock.now());
    return outcome;
  }

  return {
    /** Requests the compliance pair; the answer to a renewal may already have the production pair. */
    async compliance(
      flow: Flow,
      key: SigningKey,
      otp: string | undefined,
    ): Promise<{ readonly stage: CredentialStage; readonly issued: Issued }> {
      if (otp === undefined)
        return fail('bad-input', { issues: [{ path: ['otp'], code: 'required', message: 'is needed' }] });
      const template = profile.templates[ledger.environment];
      const request = makeCertificateRequest(key, certificateSubject(company()), template);
      const inForce = keyRing.inForce();
      if (flow.kind !== 'renewal' || inForce === undefined) {
        const outcome = await ask(flow, 'compliance', () => gateway.requestCompliance(request, otp));
        return outcome.kind === 'issued'
          ? { stage: 'compliance', issued: outcome }
          : refuse('compliance', outcome);
      }
      const outcome = await ask(flow, 'compliance', () =>
        gateway.renewProduction(inForce.pair, request, otp),
      );
      if (outcome.kind === 'not-compliant') return { stage: 'compliance', issued: outcome };
      return outcome.kind === 'issued'
        ? { stage: 'production', issued: outcome }
        : refuse('compliance', outcome);
    },
    /** Asks for the production pair, once the test series has passed. */
    async production(flow: Flow, compliance: StoredCredential): Promise<Issued> {
      const pair = { csid: compliance.csid, secret: await pairSecret(secrets, compliance.vaultKey) };
      const outcome = await ask(flow, 'production', () =>
        gateway.requestProduction(pair, compliance.requestId),
      );
      if (outcome.kind === 'refused' && outcome.code === profile.missingStepsCode) {
        // The authority has lost the test documents: the whole series is sent again.
        for (const row of flows.series(flow.id))
          flows.setSeries(flow.id, { ...row, state: 'waiting' }, clock.now());
        credentials.save({ ...compliance, state: 'obtained' }, clock.now());
      }
      return outcome.kind === 'issued' ? outcome : refuse('production', outcome);
    },
  };
}
