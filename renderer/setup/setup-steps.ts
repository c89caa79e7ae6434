import type { CredentialView } from '../../shared/contract/credentials.ts';
import type { CommandOutput } from '../../shared/contract/index.ts';
import type { Person } from '../../shared/contract/people.ts';
import type { Environment } from '../../shared/status.ts';

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

/** What the terminal knows already; undefined while it is being read. */
export interface SetupFacts {
  /** On the screen. */
  readonly environment: Environment;
  /** The one a person asked to set up; without it, the one on the screen. */
  readonly wanted?: Environment | undefined;
  readonly people: readonly Person[] | undefined;
  readonly company: CommandOutput<'company.get'> | undefined;
  readonly credential: CredentialView | undefined;
}

/**
 * The step the set-up stands at, from what the terminal has stored: so it can be left at any step and goes on there,
 * in another window or after a restart. The environment comes before the company, because each environment keeps its
 * own. Undefined while the facts are being read.
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
 * Whether a person may go back from the current step to another one. Who manages and which environment this is are
 * changed in the settings; company and terminal stay open until the certificate is asked for, and again when it stands
 * still.
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
