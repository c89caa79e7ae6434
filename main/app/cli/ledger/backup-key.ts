import path from 'node:path';
import { FailureError } from '../../../../shared/failure.ts';
import {
  type BackupKey,
  newBackupKey,
  readBackupKey,
  writeBackupKey,
} from '../../../base/encrypted/backup-key.ts';
import { checkBackupKey, isEncrypted, takeCopy } from '../../../base/encrypted/encrypted-copy.ts';
import { secretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

/** `khatm backup-key`: prints a new key, to be written on paper; it is stored nowhere. */
export function printBackupKey(): void {
  console.log(writeBackupKey(newBackupKey()));
}

/** Returns the key from `KHATM_BACKUP_KEY`, its file, or the keyboard. @throws UsageError when it is no key */
export async function backupKeyFromOutside(): Promise<BackupKey | undefined> {
  const text = await secretFromOutside('KHATM_BACKUP_KEY', 'Key of the backups, as it was written down');
  if (text === undefined || text.trim() === '') return undefined;
  const key = readBackupKey(text);
  // The text itself is never shown: it may be a key with one wrong character.
  if (key === undefined)
    throw new UsageError('KHATM_BACKUP_KEY: the key is not whole: a character is wrong or missing');
  return key;
}

/** Returns the key of an encrypted backup. @throws FailureError `backup-key-needed`, `backup-key-wrong` */
export async function keyOfBackup(file: string): Promise<BackupKey | undefined> {
  if (!(await isEncrypted(file))) return undefined;
  const key = await backupKeyFromOutside();
  await checkBackupKey(file, key);
  return key;
}

/** Names the file of work that finds it to be no backup, or damaged. @throws UsageError */
export async function ofBackup<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof FailureError ? error.failure.code : undefined;
    if (code !== 'ledger-broken' && code !== 'backup-broken') throw error;
    throw new UsageError(`${file}: is no backup of Khatm, or it is damaged; name another one`, {
      cause: error,
    });
  }
}

/**
 * Copies a backup, which lies where others may write, and decrypts the copy.
 * @param scratch a folder for the copy; its owner removes it
 * @throws FailureError `backup-key-needed`, `backup-key-wrong`, `backup-broken`
 */
export async function plainBackup(file: string, scratch: string) {
  const key = await keyOfBackup(file);
  const plain = path.join(scratch, 'backup.khatm');
  await takeCopy(file, plain, { key, kind: 'ledger' });
  return { plain, wasEncrypted: key !== undefined };
}
