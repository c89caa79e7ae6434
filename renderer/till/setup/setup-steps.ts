import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/contract/people/people.ts';
import type { CredentialView } from '../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../shared/status.ts';

export const setupSteps = [
  'manager',
  'environment',
  'company',
  'terminal',
  'code',
  'progress',
  'done',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The facts from the terminal that determine the step; each is undefined while it is being read. */
export interface SetupFacts {
  readonly environment: Environment;
  /** The environment that a person asked to set up; the current one by default. */
  readonly wanted?: Environment | undefined;
  readonly people: readonly Person[] | undefined;
  readonly company: CommandOutput<'company.get'> | undefined;
  readonly credential: CredentialView | undefined;
}

/**
 * Returns the current step of the set-up from the stored facts, so that it can be left at any step and continues there,
 * in another window or after a restart. The environment comes before the company, because each environment has its own.
 * @returns undefined while the facts are being read
 */
export function currentStep({
  environment,
  wanted = environment,
  people,
  company,
  credential,
}: SetupFacts): SetupStep | undefined {
  if (people === undefined) return undefined;
  if (people.length === 0) return 'manager';
  if (environment === 'training' || wanted !== environment) return 'environment';
  if (company === undefined || credential === undefined || credential.environment !== environment)
    return undefined;
  if (credential.state === 'production' && credential.flow === undefined) return 'done';
  if (credential.flow !== undefined) return 'progress';
  return company.company === undefined ? 'company' : 'code';
}

/**
 * Returns true when a person may go from the current step to another one. The manager and the environment are changed
 * in the settings. Company and terminal stay open until the certificate is requested, and are open again when the
 * request has stopped.
 */
export function mayOpen(
  step: SetupStep,
  current: SetupStep,
  credential: CredentialView | undefined,
): boolean {
  if (step === current) return true;
  if (step !== 'company' && step !== 'terminal') return false;
  if (current === 'code' || current === 'company') return true;
  return current === 'progress' && credential?.flow?.running === false;
}
