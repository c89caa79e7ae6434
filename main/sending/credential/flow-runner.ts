import { type Failure, fail } from '../../../shared/failure.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import type { FlowLock } from './flow-lock.ts';
import { createFlowSteps, type FlowStepsOptions } from './flow-steps.ts';
import type { Running } from './flow-view.ts';

export interface FlowRunnerOptions extends Omit<FlowStepsOptions, 'onStep'> {
  readonly lock: FlowLock;
  /** Turns an error into a failure; anything but a `FailureError` is a defect, which it logs. */
  readonly failureOf: (error: unknown) => Failure;
  /** The flow reached another step, or stopped. */
  readonly onChange: () => void;
}

/** Runs one flow at a time, in whichever process of the folder it was begun. */
export function createFlowRunner(options: FlowRunnerOptions) {
  const { ledger, secrets, gateway, profile, clock, keyRing, company, pairs, lock, failureOf, onChange } =
    options;
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
      noteStopped({ ledger, clock }, flow, failure);
      return failure;
    }
  }

  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const held = lock.take() ?? fail('flow-running');
    running = { step: 'key' };
    try {
      return await work();
    } finally {
      running = undefined;
      held.release();
      onChange();
    }
  }

  return {
    /** The work in progress here; undefined also while another process works on a flow. */
    get running(): Running | undefined {
      return running;
    },
    /** Returns true while any process of the folder works on a flow. */
    isRunning: () => running !== undefined || lock.isTaken(),
    /**
     * Does work during which nobody else works on a flow.
     * @throws FailureError `flow-running` while somebody does
     */
    alone<T>(work: () => Promise<T>): Promise<T> {
      if (running !== undefined) fail('flow-running');
      const done = whileLocked(work);
      last = done.catch(() => undefined);
      return done;
    },
    /**
     * Runs a flow to its end or until it stops, within `alone`.
     * @returns why it stopped; its row keeps the reason too
     */
    run: runOnce,
    /** Stops before the next step and waits for the call in progress. */
    async stop() {
      stopped = true;
      await last;
    },
  };
}

function noteStopped(
  { ledger: { flows, audit }, clock }: Pick<FlowRunnerOptions, 'ledger' | 'clock'>,
  { id, kind }: Flow,
  failure: Failure,
): void {
  const at = clock.now();
  // A flow that has ended stores no failure: unreadable keys are reported when they are needed.
  if (flows.open()?.id === id) flows.update(id, { failure }, at);
  const detail = { code: failure.code, ...failure.detail };
  audit.write({ at, actor: 'terminal', action: `credential.${kind}.stopped`, detail });
}
