import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import { newerBackup } from '../backup/newer-backup.ts';
import type { Credentials } from '../credential/credentials.ts';
import type { Gateway } from '../gateway/client.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import type { DailyBackups } from './backups.ts';
import type { EnvironmentContext } from './context.ts';
import type { GuardedIntegrations } from './guarded-integrations.ts';
import type { KnownTime } from './known-time.ts';
import type { LeaderLock } from './leader-lock.ts';
import { onboardTraining } from './onboard-training.ts';
import type { RollbackGuard } from './rollback-guard.ts';
import type { Services } from './services.ts';

export interface PreparationOptions extends Pick<EnvironmentContext, 'ledger' | 'clock'> {
  readonly vault: LockableVault;
  /** The failure with which the ledger could not be opened, see `EnvironmentOptions`. */
  readonly broken: Failure | undefined;
  readonly leaderLock: Pick<LeaderLock, 'isLeader'>;
  /** The training sandbox; absent in other environments. */
  readonly sandbox: Sandbox | undefined;
  readonly backups: Pick<DailyBackups, 'view'>;
  readonly rollbackGuard: Pick<RollbackGuard, 'check'>;
  readonly credentials: Credentials;
  readonly knownTime: Pick<KnownTime, 'isDoubtful'>;
  readonly gateway: Pick<Gateway, 'askTime'>;
  readonly integrations: Pick<GuardedIntegrations, 'start'>;
  readonly services: Pick<Services, 'start' | 'isStopping'>;
}

/**
 * Returns a function that takes all the steps which are necessary before a sale can be issued, in order. It may be
 * called again.
 * @throws FailureError from the returned function, with the reason why no sale can be issued
 */
export function createPreparation(
  options: PreparationOptions,
): (passphrase: string | undefined) => Promise<void> {
  const { ledger, clock, vault, leaderLock, sandbox, backups, rollbackGuard, credentials, services } =
    options;
  const { knownTime, gateway, integrations, broken } = options;

  /** Refuses a ledger that is older than its backups. Training folders may be copied, so they are not checked. */
  async function checkBackups(): Promise<void> {
    const { folder } = backups.view();
    if (folder === undefined || sandbox !== undefined) return;
    const witnessIcv = await newerBackup(ledger, folder);
    const icv = ledger.chain.head()?.icv ?? 0;
    if (witnessIcv !== undefined && witnessIcv > icv) fail('ledger-old', { detail: { icv, witnessIcv } });
  }

  return async (passphrase) => {
    // The people are in the vault; if they cannot be read, nobody can sign in to restore the ledger.
    await vault.open(passphrase);
    if (broken !== undefined) throw new FailureError(broken);
    await checkBackups();
    await rollbackGuard.check();
    if (leaderLock.isLeader) await credentials.flow.recover();
    await credentials.keyRing.load();
    if (credentials.keyRing.inForce() === undefined && sandbox !== undefined)
      await onboardTraining({
        credentials,
        ledger,
        sandbox,
        clock,
        isLeader: leaderLock.isLeader,
        isClosing: () => services.isStopping,
      });
    // The gateway's answer may make the question to a person unnecessary, so in doubt it is awaited.
    if (knownTime.isDoubtful()) await gateway.askTime();
    await services.start('ready');
    if (leaderLock.isLeader && !services.isStopping) await integrations.start();
  };
}
