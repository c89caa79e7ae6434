import type { OnboardingStep } from '../../../../shared/contract/terminal/terminal.ts';
import type { Credentials } from '../../../sending/credential/credentials.ts';

/** The steps of the last credential flow, even of one that has ended and no longer has a row of its own. */
export function createFlowProgress({ flow, state }: Pick<Credentials, 'flow' | 'state'>) {
  let last: OnboardingStep[] = [];
  const current = () => flow.view()?.steps;
  return {
    /** Updates the steps after the flow advanced. */
    update() {
      const ended = state() === 'production' ? last.map((step) => ({ ...step, state: 'done' as const })) : [];
      last = current() ?? ended;
    },
    /** Returns the steps; empty when there is nothing to show. */
    steps: () => current() ?? last,
  };
}
