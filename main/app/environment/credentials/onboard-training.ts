import { FailureError, fail } from '../../../../shared/failure.ts';
import { companySetting } from '../../../../shared/stored/settings/environment.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import type { Credentials } from '../../../sending/credential/credentials.ts';
import type { EnvironmentContext } from '../context.ts';
import { trainingCompany } from './training.ts';

/** The milliseconds between two checks, and their number: a second program waits for the first this long. */
const pollIntervalMs = 200;
const mostPolls = 150;

/**
 * Onboards a training terminal, so that it can sell. The folder may be empty, or hold an earlier attempt that was
 * interrupted. When this program does not lead, another one onboards the folder; its credential is used here too.
 * @throws FailureError why it stopped; `terminal-busy` when the leading program takes too long
 */
export async function onboardTraining(
  context: EnvironmentContext,
  credentials: Credentials,
  sandbox: Sandbox,
): Promise<void> {
  const { ledger, leaderLock } = context;
  if (!leaderLock.isLeader) return waitForLead(context, credentials);
  const { flow } = credentials;
  if (ledger.settings.read(companySetting) === undefined)
    ledger.settings.write(companySetting, trainingCompany);
  const failure = await (flow.view() === undefined
    ? flow.begin('onboarding', sandbox.makeOtp())
    : flow.proceed(sandbox.makeOtp()));
  if (failure !== undefined) throw new FailureError(failure);
}

async function waitForLead({ clock, services }: EnvironmentContext, credentials: Credentials): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    await credentials.keyRing.load();
    if (services.isStopping || credentials.keyRing.inForce() !== undefined) return;
    await new Promise<void>((resolve) => clock.after(pollIntervalMs, resolve));
  }
  fail('terminal-busy');
}
