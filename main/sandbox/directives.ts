import type { SandboxContext } from './context.ts';
import { parseFault } from './faults.ts';
import { parseScenario, playScenario } from './scenarios.ts';

/**
 * Carries out one order: a fault comes into force beside the others, a deed is done at once.
 * @returns how many pairs, steps or passwords a deed changed; undefined for a fault
 * @throws FailureError `bad-input` for a text that is neither
 */
export function carryOut({ faults, credentials, clock }: SandboxContext, text: string): number | undefined {
  const deed = parseScenario(text);
  if (deed !== undefined) return playScenario(deed, credentials, clock.now());
  faults.set([...faults.current(), parseFault(text)]);
  return undefined;
}
