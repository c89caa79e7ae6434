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

interface BooksOptions extends Pick<EnvironmentContext, 'ledger'> {
  /** The training sandbox; absent in other environments. */
  readonly sandbox: Sandbox | undefined;
  readonly backups: Pick<DailyBackups, 'view'>;
  readonly rollbackGuard: Pick<RollbackGuard, 'check'>;
}

interface KeysOptions extends Pick<EnvironmentContext, 'ledger' | 'clock'> {
  readonly sandbox: Sandbox | undefined;
  readonly leaderLock: Pick<LeaderLock, 'isLeader'>;
  readonly credentials: Credentials;
  readonly services: Pick<Services, 'isStopping'>;
}

export interface PreparationOptions {
  readonly vault: LockableVault;
  /** The failure with which the ledger could not be opened, see `EnvironmentOptions`. */
  readonly broken: Failure | undefined;
  /** Refuses books that must not continue here. */
  readonly checkBooks: () => Promise<void>;
  readonly loadKeys: () => Promise<void>;
  readonly leaderLock: Pick<LeaderLock, 'isLeader'>;
  readonly knownTime: Pick<KnownTime, 'isDoubtful'>;
  readonly gateway: Pick<Gateway, 'askTime'>;
  readonly integrations: Pick<GuardedIntegrations, 'start'>;
  readonly services: Pick<Services, 'start' | 'isStopping'>;
}

/**
 * Refuses a ledger that is older than its backups or its witness. Training folders may be copied, so their backups are
 * not compared.
 * @throws FailureError `ledger-old`, and as `RollbackGuard.check`
 */
export async function checkBooks({ ledger, sandbox, backups, rollbackGuard }: BooksOptions): Promise<void> {
  const { folder } = backups.view();
  if (folder !== undefined && sandbox === undefined) {
    const witnessIcv = await newerBackup(ledger, folder);
    const icv = ledger.chain.head()?.icv ?? 0;
    if (witnessIcv !== undefined && witnessIcv > icv) fail('ledger-old', { detail: { icv, witnessIcv } });
  }
  await rollbackGuard.check();
}

/** Loads the keys, and onboards a training terminal that has none. @throws FailureError as `onboardTraining` */
export async function loadKeys(options: KeysOptions): Promise<void> {
  const { ledger, clock, sandbox, leaderLock, credentials, services } = options;
  if (leaderLock.isLeader) await credentials.flow.recover();
  await credentials.keyRing.load();
  if (credentials.keyRing.inForce() !== undefined || sandbox === undefined) return;
  await onboardTraining({
    credentials,
    ledger,
    sandbox,
    clock,
    isLeader: leaderLock.isLeader,
    isClosing: () => services.isStopping,
  });
}

/**
 * Returns a function that takes all the steps which are necessary before a sale can be issued, in order. It may be
 * called again.
 * @throws FailureError from the returned function, with the reason why no sale can be issued
 */
export function createPreparation(
  options: PreparationOptions,
): (passphrase: string | undefined) => Promise<void> {
  const { vault, broken, knownTime, gateway, leaderLock, services, integrations } = options;
  return async (passphrase) => {
    // The people are in the vault; if they cannot be read, nobody can sign in to restore the ledger.
    await vault.open(passphrase);
    if (broken !== undefined) throw new FailureError(broken);
    await options.checkBooks();
    await options.loadKeys();
    // The gateway's answer may make the question to a person unnecessary, so in doubt it is awaited.
    if (knownTime.isDoubtful()) await gateway.askTime();
    await services.start('ready');
    if (leaderLock.isLeader && !services.isStopping) await integrations.start();
  };
}
