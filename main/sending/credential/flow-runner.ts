import { type Failure, fail } from '../../../shared/failure.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import { createFlowSteps, type FlowStepsOptions } from './flow-steps.ts';
import type { Running } from './flow-view.ts';

export interface FlowRunnerOptions extends Omit<FlowStepsOptions, 'onStep'> {
  /** Turns an error into a failure; anything but a `FailureError` is a defect, which it logs. */
  readonly failureOf: (error: unknown) => Failure;
  /** The flow reached another step, or stopped. */
  readonly onChange: () => void;
}

/** Runs one flow at a time. */
export function createFlowRunner(options: FlowRunnerOptions) {
  const { ledger, secrets, gateway, profile, clock, keyRing, company, pairs, failureOf, onChange } = options;
  const { flows } = ledger;
  let running: Running | undefined;
  let stopped = false;
  let last: Promise<unknown> = Promise.resolve();
  const takeSteps = createFlowSteps({
    ledger,
    secrets,
    gateway,
    profile,
    clock,
    keyRing,
    company,
    pairs,
    onStep(step, document) {
      if (stopped) fail('terminal-busy');
      running = { step, document };
      onChange();
    },
  });

  async function runOnce(flow: Flow, otp: string | undefined): Promise<Failure | undefined> {
    running = { step: 'key' };
    try {
      flows.update(flow.id, { failure: undefined }, clock.now());
      await takeSteps(flow, otp);
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      // The flow stopped because the program ends, and for no other reason.
      if (stopped) return failure;
      // A flow that has ended stores no failure: unreadable keys are reported when they are needed.
      if (flows.open()?.id === flow.id) flows.update(flow.id, { failure }, clock.now());
      ledger.audit.write({
        at: clock.now(),
        actor: 'terminal',
        action: `credential.${flow.kind}.stopped`,
        detail: { code: failure.code, ...failure.detail },
      });
      return failure;
    } finally {
      running = undefined;
      onChange();
    }
  }

  return {
    get running(): Running | undefined {
      return running;
    },
    /** Runs work during which no flow may run. */
    async block(work: () => Promise<void>) {
      running = { step: 'key' };
      try {
        await work();
      } finally {
        running = undefined;
      }
    },
    /**
     * Runs a flow to its end or until it stops.
     * @returns why it stopped; its row keeps the reason too
     */
    run(flow: Flow, otp: string | undefined): Promise<Failure | undefined> {
      const run = runOnce(flow, otp);
      last = run.catch(() => undefined);
      return run;
    },
    /** Stops before the next step and waits for the call in progress. */
    async stop() {
      stopped = true;
      await last;
    },
  };
}
