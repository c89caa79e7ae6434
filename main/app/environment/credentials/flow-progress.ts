import type { OnboardingStep } from '../../../../shared/contract/terminal/terminal.ts';
import type { Credentials } from '../../../sending/credential/credentials.ts';

/** The steps of the last credential flow, even of one that has ended and no longer has a row of its own. */
export interface FlowProgress {
  /** Updates the steps after the flow advanced. */
  update(): void;
  /** Returns the steps; empty when there is nothing to show. */
  steps(): OnboardingStep[];
}

export function createFlowProgress({ flow, state }: Pick<Credentials, 'flow' | 'state'>): FlowProgress {
  let last: OnboardingStep[] = [];
  const current = () => flow.view()?.steps;
  return {
    update() {
      const ended = state() === 'production' ? last.map((step) => ({ ...step, state: 'done' as const })) : [];
      last = current() ?? ended;
    },
    steps: () => current() ?? last,
  };
}
