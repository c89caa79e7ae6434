import type { FlowKind, FlowView } from '../../../shared/contract/terminal/credentials.ts';
import { type Failure, fail } from '../../../shared/failure.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import { createFlowPairs } from './flow-pairs.ts';
import { createFlowRunner, type FlowRunnerOptions } from './flow-runner.ts';
import { flowView } from './flow-view.ts';

export interface CredentialFlowOptions extends Omit<FlowRunnerOptions, 'pairs'> {
  /** Sends waiting documents with the old pair before a re-issue; resolves when they are sent, or cannot be. */
  readonly sendWaiting: () => Promise<void>;
}

/**
 * Onboarding, renewal and re-issue: the flows that lead to a production credential. One runs at a time, in any process of
 * the data folder; the others learn of its pair from the rows.
 */
export interface CredentialFlow {
  /** Returns the flow that is in progress or has stopped half-way. */
  view(): FlowView | undefined;
  /**
   * Begins a flow and runs it as far as it gets; resumes one of the same kind that has stopped half-way.
   * @returns why it stopped (its row keeps the reason too); undefined when it reached its end
   * @throws FailureError `flow-running`, `already-onboarded`, `not-onboarded`: nothing was begun
   */
  begin(kind: FlowKind, otp: string): Promise<Failure | undefined>;
  /**
   * Continues a flow that stopped; resolves to the reason if it stops again.
   * @throws FailureError `flow-running`; `not-found` when nothing was begun
   */
  proceed(otp?: string): Promise<Failure | undefined>;
  /**
   * Finishes a flow that was interrupted between its production pair and its last row, or while it was destroying its
   * secrets. Called at start, before the keys are loaded.
   */
  recover(): Promise<Failure | undefined>;
  /**
   * Abandons the flow and destroys its secrets; the credential in force stays. A flow that already has its production
   * pair is finished instead. If no flow is open, the new pair that is on trial is abandoned.
   */
  abandon(): Promise<void>;
  /** Stops before the next step and waits for the call in progress, whose answer is stored; the flow can be resumed. */
  stop(): Promise<void>;
}

export function createCredentialFlow(options: CredentialFlowOptions): CredentialFlow {
  const { ledger, secrets, gateway, profile, clock, keyRing, company, lock, failureOf, onChange } = options;
  const { flows, credentials } = ledger;
  const pairs = createFlowPairs(options);
  const steps = { ledger, secrets, gateway, profile, clock, keyRing, company };
  const runner = createFlowRunner({ ...steps, pairs, lock, failureOf, onChange });

  const audit = (action: AuditAction) => ledger.audit.write({ at: clock.now(), actor: 'terminal', action });

  function beginFlow(kind: FlowKind): Flow {
    const flow = flows.begin(kind, clock.now());
    audit(`credential.${kind}.begun`);
    return flow;
  }

  async function abandon(flow: Flow): Promise<void> {
    const compliance = credentials.current('compliance');
    await pairs.destroy(flow);
    if (compliance?.flowId === flow.id) credentials.end(compliance.id, 'abandoned', clock.now());
    flows.end(flow.id, 'abandoned', clock.now());
    audit(`credential.${flow.kind}.abandoned`);
  }

  return {
    view() {
      const flow = flows.open();
      if (flow === undefined) return undefined;
      const hasCompliance = credentials.current('compliance')?.flowId === flow.id;
      const { documentTypes } = company().certificate;
      const { running } = runner;
      const isElsewhere = running === undefined && runner.isRunning();
      return flowView(flow, { hasCompliance, running, isElsewhere }, flows.series(flow.id), documentTypes);
    },
    begin: async (kind, otp) =>
      runner.alone(async () => {
        const open = flows.open();
        if (open !== undefined && open.kind !== kind) fail('flow-running');
        if ((kind === 'onboarding') !== (credentials.current('production') === undefined))
          fail(kind === 'onboarding' ? 'already-onboarded' : 'not-onboarded');
        // Without the key of the old pair, for instance after a restore on another machine, nothing can be sent before.
        if (open === undefined && kind === 'reissue' && keyRing.inForce() !== undefined)
          await options.sendWaiting();
        return runner.run(open ?? beginFlow(kind), otp);
      }),
    proceed: async (otp) => runner.alone(async () => runner.run(flows.open() ?? fail('not-found'), otp)),
    async recover() {
      // Another process works on it.
      if (runner.isRunning()) return undefined;
      return runner.alone(async () => {
        await keyRing.destroyEnded();
        const flow = flows.open();
        const isThrough = flow !== undefined && (await pairs.production(flow)) !== undefined;
        return isThrough ? runner.run(flow, undefined) : undefined;
      });
    },
    abandon: async () =>
      runner.alone(async () => {
        const flow = flows.open();
        if (flow === undefined) await keyRing.abandonTrial();
        else if (credentials.current('production')?.flowId === flow.id) await runner.run(flow, undefined);
        else await abandon(flow);
      }),
    stop: runner.stop,
  };
}
