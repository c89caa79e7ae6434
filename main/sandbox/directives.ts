import type { SandboxContext } from './context.ts';
import { parseFault } from './faults.ts';
import { parseScenario, playScenario } from './scenarios.ts';

/**
 * Carries out a directive: a fault is added to those in force, a scenario happens at once.
 * @returns the number of pairs, steps or passwords that a scenario changed; undefined for a fault
 * @throws FailureError `bad-input` for a text that is neither
 */
export function carryOut({ faults, credentials, clock }: SandboxContext, text: string): number | undefined {
  const deed = parseScenario(text);
  if (deed !== undefined) return playScenario(deed, credentials, clock.now());
  faults.set([...faults.current(), parseFault(text)]);
  return undefined;
}
