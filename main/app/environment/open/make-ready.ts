import { FailureError, fail } from '../../../../shared/failure.ts';
import { refuseOtherSeller } from '../../../sending/credential/certified-company.ts';
import type { EnvironmentContext } from '../context.ts';
import { onboardTraining } from '../credentials/onboard-training.ts';
import type { EnvironmentParts } from './open-parts.ts';

/**
 * Returns a function that takes all the steps which are necessary before a sale can be issued, in order. It may be
 * called again.
 * @throws FailureError from the returned function, with the reason why no sale can be issued
 */
export function createPreparation(
  context: EnvironmentContext,
  parts: EnvironmentParts,
): (passphrase: string | undefined) => Promise<void> {
  const { options, leaderLock, services } = context;
  const { vault, broken } = options;
  return async (passphrase) => {
    // The people are in the vault; if they cannot be read, nobody can sign in to restore the ledger.
    await vault.open(passphrase);
    if (broken !== undefined) throw new FailureError(broken);
    await checkBooks(context, parts);
    await parts.gateway.way?.restore();
    await loadKeys(context, parts);
    checkSeller(context, parts);
    // The gateway's answer may make the question to a person unnecessary, so in doubt it is awaited.
    if (parts.checks.knownTime.isDoubtful()) await parts.gateway.gateway.askTime();
    await services.start('ready');
    if (leaderLock.isLeader && !services.isStopping) await parts.integrations.start();
  };
}

/**
 * Refuses a ledger that is older than its backups or its witness. Training folders may be copied, so their backups are
 * not compared.
 * @throws FailureError `ledger-old`, and as `RollbackGuard.check`
 */
async function checkBooks(
  { ledger, sandbox }: EnvironmentContext,
  { background, checks }: EnvironmentParts,
): Promise<void> {
  if (sandbox === undefined) {
    const newer = await background.backups.proofOfOlder();
    const icv = ledger.chain.head()?.icv ?? 0;
    if (newer !== undefined) fail('ledger-old', { detail: { icv, witnessIcv: newer.icv, file: newer.file } });
  }
  await checks.rollbackGuard.check();
}

/** Refuses a company that was changed to another seller than the certificate's. @throws FailureError `seller-differs` */
function checkSeller({ company }: EnvironmentContext, { submission }: EnvironmentParts): void {
  const seller = company();
  const active = submission.keyRing.inForce();
  if (seller !== undefined && active !== undefined) refuseOtherSeller(seller, active.certificate);
}

/** Loads the keys, and onboards a training terminal that has none. @throws FailureError as `onboardTraining` */
async function loadKeys(
  context: EnvironmentContext,
  { gateway, submission }: EnvironmentParts,
): Promise<void> {
  const { sandbox, leaderLock } = context;
  const { credentials } = submission;
  if (leaderLock.isLeader) await credentials.flow.recover();
  await credentials.keyRing.load();
  // A pair without its way can be sent nowhere.
  const isWayMissing = gateway.way !== undefined && (await gateway.way.current()) === undefined;
  if (isWayMissing && credentials.keyRing.inForce() !== undefined)
    fail('vault-unavailable', { detail: { why: 'missing' } });
  if (credentials.keyRing.inForce() === undefined && sandbox !== undefined)
    await onboardTraining(context, credentials, sandbox);
}
