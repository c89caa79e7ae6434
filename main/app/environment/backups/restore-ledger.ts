import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { type Environment, environments } from '../../../../shared/status.ts';
import type { BackupKey } from '../../../base/encrypted/backup-key.ts';
import { isOwnThere } from '../../../base/platform/files/own-files.ts';
import type { SecretStore } from '../../../base/vault/secret-store.ts';
import { type ExamineOptions, type RestoreOptions, restoreBackup } from '../../../books/backup/restore.ts';
import { settleRestore } from '../../../books/backup/restore-note.ts';
import { takeLock } from '../../../books/ledger/queue/process-lock.ts';
import { witnessInVault } from '../../../books/ledger/witness/witness.ts';
import { documentReaders } from '../../../till/issue/document-readers.ts';
import { settleRestored } from '../guards/ledger-home.ts';
import { machineRecordOf } from '../guards/machine-record.ts';
import { leaderLockFile } from '../leader-lock.ts';

/** The environment whose ledger a backup is to replace. */
export interface RestorePlace {
  readonly environment: Environment;
  /** The folder of the environment only. */
  readonly folder: string;
  /** The folder with this machine's records, see `machineRecordOf`. */
  readonly stateFolder: string;
  readonly secrets: Pick<SecretStore, 'get' | 'set'>;
}

/** Returns the records that a backup is compared with: the witness of the vault, and the records of this machine. */
export async function comparedWith(
  { environment, folder, stateFolder, secrets }: RestorePlace,
  file: string,
  key: BackupKey | undefined,
): Promise<ExamineOptions> {
  return {
    file,
    key,
    environment,
    readers: documentReaders,
    target: path.join(folder, 'ledger.db'),
    // Training may be copied and restored freely.
    onMachine: environment === 'training' ? undefined : (ledgerId) => machineRecordOf(stateFolder, ledgerId),
    witness: await witnessInVault(secrets, `${environment}/witness`).read(),
  };
}

/**
 * Replaces the ledger of an environment that is not open anywhere with a backup, see `restoreBackup`.
 * @throws FailureError `terminal-busy` while any program leads the folder, and as `restoreBackup`
 */
export async function restoreLedgerOf(
  place: RestorePlace,
  {
    file,
    key,
    actor,
    ...more
  }: Pick<RestoreOptions, 'now' | 'last' | 'acceptsOlder' | 'besides'> & {
    file: string;
    key: BackupKey | undefined;
    /** The person who restores it. */
    actor: string;
  },
): ReturnType<typeof restoreBackup> {
  const leaderLock = takeLock(path.join(place.folder, leaderLockFile)) ?? fail('terminal-busy');
  try {
    await settleRestore(place.folder);
    const restored = await restoreBackup({ ...(await comparedWith(place, file, key)), ...more });
    await settleRestored(place, { actor, at: more.now });
    return restored;
  } finally {
    leaderLock.release();
  }
}

/**
 * Finishes or undoes restores that stopped half-way in any environment of a data folder, before its files are opened. A
 * restore that another running program is working on is left to that program.
 */
export async function settleRestores(folder: string): Promise<void> {
  for (const environment of environments) {
    const environmentFolder = path.join(folder, environment);
    if (!isOwnThere(environmentFolder)) continue;
    const leaderLock = takeLock(path.join(environmentFolder, leaderLockFile));
    try {
      if (leaderLock !== undefined) await settleRestore(environmentFolder);
    } finally {
      leaderLock?.release();
    }
  }
}
