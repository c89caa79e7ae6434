import path from 'node:path';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { openSender, type Sender, sendersOf } from '../ledger/sender.ts';
import { failureOf } from '../platform/dispatch.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import { createLeaderLock, type LeaderLock, leaderLockFile } from './leader-lock.ts';
import type { EnvironmentOptions } from './options.ts';
import { startOwnSandbox } from './sandbox-address.ts';
import type { Services } from './services.ts';

/** The files and locks that an open environment holds in its folder, and training's sandbox. */
export interface OpenResources {
  readonly ledger: Ledger;
  readonly ledgerFile: string;
  readonly leaderLock: LeaderLock;
  /** The entry by which other processes see that this one has the ledger open. */
  readonly sender: Sender;
  /** The training sandbox; absent in other environments. */
  readonly sandbox: Sandbox | undefined;
}

/**
 * Opens the resources one after the other, and adds each as a service, which closes it again.
 * @throws FailureError when one of them cannot be opened
 */
export async function openResources(
  { folder, environment, clock, faults, log, broken }: EnvironmentOptions,
  services: Pick<Services, 'add'>,
): Promise<OpenResources> {
  const leaderLock = createLeaderLock(path.join(folder, leaderLockFile), clock, (error) =>
    failureOf(error, log, 'leading'),
  );
  services.add('leader lock', { stop: leaderLock.release });
  const ledgerFile = path.join(folder, 'ledger.db');
  const sender = openSender(sendersOf(ledgerFile));
  services.add('sender', { stop: sender.close });
  // The damaged file stays as it is, for a restore to set aside.
  const ledger = openLedger(broken === undefined ? ledgerFile : ':memory:', {
    environment,
    sender: sender.id,
  });
  services.add('ledger', { stop: ledger.close });
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
