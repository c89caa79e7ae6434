import type { SeriesDocument } from '../../../shared/contract/terminal/credentials.ts';
import { fail } from '../../../shared/failure.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import type { StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import type { SigningKey } from '../../document/stamp/key.ts';
import type { FlowPairs } from './flow-pairs.ts';
import type { Running } from './flow-view.ts';
import type { KeyRing } from './key-ring.ts';
import { createPairRequests, type PairRequestsOptions } from './pair-requests.ts';
import { passSeries } from './pass-series.ts';

export interface FlowStepsOptions extends PairRequestsOptions {
  readonly pairs: FlowPairs;
  readonly keyRing: KeyRing;
  /** Called when a step, or the next document of the series, begins. Throws when the flow must not continue. */
  readonly onStep: (step: Running['step'], document?: SeriesDocument) => void;
}

/**
 * Returns the work that takes a flow from its present step to its production credential. Each step is a row before the
 * next begins, so a flow resumes where it was interrupted: by a crash, a lost answer, a refusal.
 */
export function createFlowSteps(
  options: FlowStepsOptions,
): (flow: Flow, otp: string | undefined) => Promise<void> {
  const { ledger, secrets, clock, keyRing, company, pairs, onStep } = options;
  const { flows, credentials, audit, environment } = ledger;
  const requests = createPairRequests(options);

  /**
   * Called when the new pair is in force. The pair it replaces is destroyed once the new one has been accepted; after a
   * leak, at once.
   */
  async function finish(flow: Flow): Promise<void> {
    const compliance = credentials.current('compliance');
    if (compliance?.flowId === flow.id) {
      await secrets.delete(compliance.vaultKey);
      credentials.end(compliance.id, 'superseded', clock.now());
    }
    flows.end(flow.id, 'done', clock.now());
    audit.write({ at: clock.now(), actor: 'terminal', action: `credential.${flow.kind}.done` });
    await keyRing.load();
    await keyRing.destroyEnded();
  }

  async function passSeriesOf(flow: Flow, compliance: StoredCredential, key: SigningKey): Promise<void> {
    await passSeries({
      ...options,
      flow,
      compliance,
      key,
      company: company(),
      onDocument: (document) => onStep('series', document),
    });
    credentials.save({ ...compliance, state: 'eligible' }, clock.now());
    audit.write({
      at: clock.now(),
      actor: 'terminal',
      action: 'credential.eligible',
      detail: { flow: flow.kind },
    });
  }

  return async (flow, otp) => {
    onStep('key');
    const production = await pairs.production(flow);
    // If there are production secrets before the first onboarding, their ledger was lost, unless this flow was
    // interrupted in its last step.
    const isFirst = flow.kind === 'onboarding' && production === undefined;
    if (isFirst && (await secrets.has(`${environment}/production/`))) fail('ledger-lost');
    const key = await pairs.signingKey(flow);
    if (production !== undefined) {
      if (credentials.current('production')?.flowId !== flow.id)
        pairs.record('production', flow, production, key);
      return finish(flow);
    }

    onStep('compliance');
    let compliance = await pairs.compliance(flow, key);
    if (compliance === undefined) {
      const { stage, issued } = await requests.compliance(flow, key, otp);
      compliance = await pairs.keep(stage, flow, issued, key);
      if (stage === 'production') return finish(flow);
    }

    onStep('series');
    if (compliance.state !== 'eligible') await passSeriesOf(flow, compliance, key);

    onStep('production');
    await pairs.keep('production', flow, await requests.production(flow, compliance), key);
    await finish(flow);
  };
}
