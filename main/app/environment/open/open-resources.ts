import path from 'node:path';
import { failureOf } from '../../../base/platform/dispatch.ts';
import { openLedger } from '../../../books/ledger/ledger.ts';
import { openSender, refuseReplacedLedger, sendersOf } from '../../../books/ledger/queue/sender.ts';
import { createLeaderLock, leaderLockFile } from '../leader-lock.ts';
import type { EnvironmentOptions } from '../options.ts';
import { startOwnSandbox } from '../sandbox-address.ts';
import type { Services } from './services.ts';

/**
 * Opens the files and locks that an open environment holds in its folder, and training's sandbox. Each is a service,
 * which closes it again.
 * @throws FailureError when one of them cannot be opened
 */
export async function openResources(
  { folder, environment, clock, faults, log, broken }: EnvironmentOptions,
  services: Pick<Services, 'add'>,
) {
  const leaderLock = createLeaderLock(path.join(folder, leaderLockFile), clock, (error) =>
    failureOf(error, log, 'leading'),
  );
  services.add('leader lock', { stop: leaderLock.release });
  const ledgerFile = path.join(folder, 'ledger.db');
  const sender = openSender(sendersOf(ledgerFile));
  services.add('sender', { stop: sender.close });
  refuseReplacedLedger(ledgerFile);
  // The damaged file stays as it is, for a restore to set aside.
  const ledger = openLedger(broken === undefined ? ledgerFile : ':memory:', {
    environment,
    sender: sender.id,
  });
  services.add('ledger', { stop: ledger.close });
  if (broken === undefined) sender.noteLedger(ledgerFile);
  const sandbox =
    environment === 'training'
      ? await startOwnSandbox(ledger, leaderLock.isLeader, {
          file: path.join(folder, 'sandbox.db'),
          clock,
          faults,
        })
      : undefined;
  if (sandbox !== undefined) services.add('sandbox', { stop: sandbox.close });
  return { ledger, ledgerFile, leaderLock, sender, sandbox };
}
