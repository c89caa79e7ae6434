import type { SandboxContext } from '../context.ts';
import { parseFault } from './faults.ts';
import { parseScenario, playScenario } from './scenarios.ts';

/**
 * Carries out a directive: a fault is added to those in force, a scenario happens at once.
 * @returns the number of pairs, steps or passwords that a scenario changed; undefined for a fault
 * @throws FailureError `bad-input` for a text that is neither
 */
export function carryOut({ faults, credentials, clock }: SandboxContext, text: string): number | undefined {
  const scenario = parseScenario(text);
  if (scenario !== undefined) return playScenario(scenario, credentials, clock.now());
  faults.set([...faults.current(), parseFault(text)]);
  return undefined;
}
