import { fail } from '../../shared/failure.ts';
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
  readonly lead: Pick<LeaderLock, 'isHeld'>;
  /** Of training alone. */
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
 * Returns what does everything that must be done before a sale can be sealed, in this order. May be done again.
 * @throws FailureError (what is returned) why no sale can be sealed
 */
export function createPreparation(
  options: PreparationOptions,
): (passphrase: string | undefined) => Promise<void> {
  const { ledger, clock, vault, lead, sandbox, backups, rollbackGuard, credentials, services } = options;
  const { knownTime, gateway, integrations } = options;

  /** A backup that is further than the ledger was made of a newer one. Training folders may be copied. */
  async function checkBackups(): Promise<void> {
    const { folder } = backups.view();
    if (folder === undefined || sandbox !== undefined) return;
    const witnessIcv = await newerBackup(ledger, folder);
    const icv = ledger.chain.head()?.icv ?? 0;
    if (witnessIcv !== undefined && witnessIcv > icv) fail('ledger-old', { detail: { icv, witnessIcv } });
  }

  return async (passphrase) => {
    await vault.open(passphrase);
    await checkBackups();
    await rollbackGuard.check();
    if (lead.isHeld) await credentials.flow.recover();
    await credentials.keyRing.load();
    if (credentials.keyRing.inForce() === undefined && sandbox !== undefined)
      await onboardTraining({
        credentials,
        ledger,
        sandbox,
        clock,
        isLead: lead.isHeld,
        isClosing: () => services.isStopping,
      });
    // With an answer nobody has to be asked; it is waited for in doubt alone.
    if (knownTime.isDoubtful()) await gateway.askTime();
    await services.start('ready');
    if (lead.isHeld && !services.isStopping) await integrations.start();
  };
}
