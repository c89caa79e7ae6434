import * as z from 'zod';
import { fail } from '../../shared/failure.ts';
import { type Settings, settingKey } from '../platform/settings.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { type BackupKey, backupKeyId, readBackupKey, writeBackupKey } from './backup-key.ts';

/*
 * Whether the backups of a ledger are encrypted, and since when, is a setting; the key itself is in the vault. Where the
 * vault cannot give it, a backup fails: it is never made without.
 */

const sealingSetting = settingKey(
  'backup.sealing',
  z.object({ since: z.number(), id: z.string() }).nullish(),
);

/** Returns since when backups are encrypted, milliseconds since 1970; undefined while they are not. */
export const sealedSince = (settings: Pick<Settings, 'read'>): number | undefined =>
  settings.read(sealingSetting)?.since;

/** The name of the key among an environment's secrets. */
export const backupKeyName = (environment: string) => `${environment}/backup-key`;

/**
 * Returns the key with which backups are encrypted; undefined while they are not.
 * @throws FailureError `vault-locked`, `vault-unavailable`
 */
export async function sealingKey(
  settings: Pick<Settings, 'read'>,
  secrets: Pick<SecretStore, 'get'>,
  environment: string,
): Promise<BackupKey | undefined> {
  const set = settings.read(sealingSetting);
  if (!set) return undefined;
  const key = readBackupKey((await secrets.get(backupKeyName(environment))) ?? '');
  // The vault of another time or machine may have another key: what is written down would not open the backups.
  if (key === undefined || idOf(key) !== set.id)
    return fail('vault-unavailable', { detail: { why: 'missing' } });
  return key;
}

/** Encrypts the backups from now on. The key is durable in the vault before the setting is. */
export async function encryptFrom(
  settings: Pick<Settings, 'write'>,
  secrets: Pick<SecretStore, 'set'>,
  { environment, key, now }: { environment: string; key: BackupKey; now: number },
): Promise<void> {
  await secrets.set(backupKeyName(environment), writeBackupKey(key));
  settings.write(sealingSetting, { since: now, id: idOf(key) });
}

/** Makes backups without encryption from now on. The vault keeps the key: earlier backups need it. */
export const encryptNoMore = (settings: Pick<Settings, 'write'>): void =>
  settings.write(sealingSetting, null);

const idOf = (key: BackupKey) => backupKeyId(key).toString('hex');
