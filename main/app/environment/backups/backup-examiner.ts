import path from 'node:path';
import type { CommandOutput, CommandParsed } from '../../../../shared/contract/index.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { type BackupKey, backupKeyOrFail } from '../../../base/encrypted/backup-key.ts';
import { checkBackupKey, neededKeyId } from '../../../base/encrypted/encrypted-copy.ts';
import { namesInOwn, newScratch, removeOwn } from '../../../base/platform/files/own-files.ts';
import { isOtherAlive } from '../../../base/platform/system/process-alive.ts';
import { keptBackupKey } from '../../../books/backup/backup-encryption.ts';
import { besidesOf } from '../../../books/backup/beside.ts';
import { withFileFailures } from '../../../books/backup/file-failures.ts';
import { checkLastNumber } from '../../../books/backup/last-number.ts';
import { examineBackup, refuseOlder } from '../../../books/backup/restore.ts';
import type { Head } from '../../../books/ledger/documents/entry.ts';
import { comparedWith, type RestorePlace, restoreLedgerOf } from './restore-ledger.ts';

export interface BackupExaminerOptions extends RestorePlace {
  readonly now: () => number;
}

/** Checks that a backup can be used, and replaces the books with it. */
export function createBackupExaminer(options: BackupExaminerOptions) {
  const { environment, folder, secrets } = options;

  /** Returns the key of a backup: the key that was typed, or the one in the vault with the id that the backup needs. */
  async function keyOf(file: string, typed: string | undefined): Promise<BackupKey | undefined> {
    const key = typed === undefined ? await ownKeyFor(file) : backupKeyOrFail(typed);
    await withFileFailures(() => checkBackupKey(file, key));
    return key;
  }

  async function ownKeyFor(file: string): Promise<BackupKey | undefined> {
    const id = await withFileFailures(() => neededKeyId(file));
    // A person may type the key if the vault cannot provide it.
    return id === undefined ? undefined : keptBackupKey(secrets, environment, id).catch(() => undefined);
  }

  async function examine(file: string, key: BackupKey | undefined): Promise<CommandOutput<'backup.examine'>> {
    const place = await newReadingPlace(folder);
    try {
      const { head, refused, newer } = await examineBackup(await comparedWith(options, file, key), place);
      return {
        ...newestOf(head),
        ...(refused && { refused }),
        ...(newer && { newer: { file: newer.file, documents: newer.icv } }),
      };
    } finally {
      removeOwn(place);
    }
  }

  return {
    keyOf,
    examine: async (file: string, typed: string | undefined) => examine(file, await keyOf(file, typed)),
    /**
     * Examines a backup and returns a function that replaces the books with it; call that when nothing has them open.
     * @throws FailureError the reasons for which `backup.restore` is refused
     */
    async toRestore({ file, key: typed, last, older }: CommandParsed<'backup.restore'>, actor: string) {
      const key = await keyOf(file, typed);
      const { newest, newer, refused } = await examine(file, key);
      if (refused !== undefined) throw new FailureError(refused);
      if (newer !== undefined && older !== true) refuseOlder(newer);
      checkLastNumber(newest, last);
      return async () => {
        const { head, setAside } = await restoreLedgerOf(options, {
          file,
          key,
          last,
          acceptsOlder: older,
          actor,
          now: options.now(),
          // This file exists unless the whole folder was lost.
          besides: { integration: besidesOf(folder).integration },
        });
        return { documents: head?.icv ?? 0, ...(setAside !== undefined && { setAside }) };
      };
    },
  };
}

export const newestOf = (head: Head | undefined) => ({
  documents: head?.icv ?? 0,
  ...(head && { newest: { number: head.number, issuedAt: new Date(head.issuedAt).toISOString() } }),
});

/** Makes a folder beside the books for a copy that is read; the caller removes it. */
export const newReadingPlace = (folder: string) =>
  withFileFailures(async () => newScratch(`.reading-${process.pid}-`, folder));

/** Removes copies that a program left behind when it was killed. */
export function removeOrphanedPlaces(folder: string): void {
  for (const name of namesInOwn(folder)) {
    const [, pid] = /^\.reading-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isOtherAlive(Number(pid))) removeOwn(path.join(folder, name));
  }
}
