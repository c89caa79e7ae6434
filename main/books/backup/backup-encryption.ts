import { fail } from '../../../shared/failure.ts';
import { backupEncryption } from '../../../shared/stored/settings/environment.ts';
import {
  type BackupKey,
  backupKeyId,
  readBackupKey,
  writeBackupKey,
} from '../../base/encrypted/backup-key.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';

/*
 * A setting says whether the backups of a ledger are encrypted, and since when. The keys themselves are in the vault,
 * each under its id: a new key never replaces the one that earlier backups need. If the vault cannot provide the key in
 * use, the backup fails: it is never made without encryption.
 */

/** Returns the time since which backups are encrypted, in milliseconds since 1970; undefined while they are not. */
export const encryptedSince = (settings: Pick<Settings, 'read'>): number | undefined =>
  settings.read(backupEncryption)?.since;

const keyName = (environment: string, id: string) => `${environment}/backup-key/${id}`;

/**
 * Returns the key with this id (see `backupKeyId`), even one that is no longer in use; undefined if the vault has none.
 * @throws FailureError `vault-locked`, `vault-unavailable`
 */
export async function keptBackupKey(
  secrets: Pick<SecretStore, 'get'>,
  environment: string,
  id: string,
): Promise<BackupKey | undefined> {
  const key = readBackupKey((await secrets.get(keyName(environment, id))) ?? '');
  return key !== undefined && idOf(key) === id ? key : undefined;
}

/**
 * Returns the key with which backups are encrypted; undefined while they are not.
 * @throws FailureError `vault-locked`, `vault-unavailable`
 */
export async function encryptionKey(
  settings: Pick<Settings, 'read'>,
  secrets: Pick<SecretStore, 'get'>,
  environment: string,
): Promise<BackupKey | undefined> {
  const set = settings.read(backupEncryption);
  if (!set) return undefined;
  // An old copy of the vault, or another machine's, may have a different key: the key on paper would then not open the
  // backups.
  return (
    (await keptBackupKey(secrets, environment, set.id)) ??
    fail('vault-unavailable', { detail: { why: 'missing' } })
  );
}

/** Encrypts the backups from now on. The key is stored in the vault before the setting is written. */
export async function encryptFrom(
  settings: Pick<Settings, 'write'>,
  secrets: Pick<SecretStore, 'set'>,
  { environment, key, now }: { environment: string; key: BackupKey; now: number },
): Promise<void> {
  await secrets.set(keyName(environment, idOf(key)), writeBackupKey(key));
  settings.write(backupEncryption, { since: now, id: idOf(key) });
}

/** Makes backups without encryption from now on. The vault keeps its keys: earlier backups need them. */
export const encryptNoMore = (settings: Pick<Settings, 'write'>): void =>
  settings.write(backupEncryption, null);

const idOf = (key: BackupKey) => backupKeyId(key).toString('hex');
