import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { FailureError } from '../shared/failure.ts';
import type { Environment } from '../shared/status.ts';
import { openDatabase } from './ledger/database.ts';
import { takeLock } from './ledger/process-lock.ts';
import { createSettings, type Settings } from './ledger/settings.ts';
import { terminalMigrations } from './people/migrations.ts';
import { trainingPassphrase } from './training.ts';
import { bestVault, type OpenVaultOptions, openVault } from './vault/open-vault.ts';
import { openSealedFile } from './vault/sealed-file.ts';
import { createVaultDoor, type VaultDoor } from './vault/vault-door.ts';

/** What this machine and this start have to offer. */
export interface VaultsOptions extends Pick<OpenVaultOptions, 'osCipher' | 'startKeychain' | 'passphrase'> {
  /** Of the terminal, for the id by which a keychain tells its folders apart. */
  readonly settings: Settings;
}

export interface Vaults {
  /** @param folder of the environment alone */
  door(environment: Environment, folder: string): VaultDoor;
  /** Whether this machine keeps secrets by itself; else an environment needs a passphrase to begin. */
  hasOwn(): Promise<boolean>;
}

/** The vault of each environment: training's is a file that anyone may open, as what it protects is worth nothing. */
export function openVaults({ settings, ...machine }: VaultsOptions): Vaults {
  const kept = settings.get('id');
  const folderId = typeof kept === 'string' ? kept : randomUUID();
  if (folderId !== kept) settings.set('id', folderId);
  let own: Promise<boolean> | undefined;
  const shared = { ...machine, folderId, lock: takeLock };

  return {
    door: (environment, folder) =>
      createVaultDoor(async (passphrase = machine.passphrase) => {
        if (environment !== 'training') return openVault({ ...shared, folder, passphrase });
        const file = path.join(folder, 'vault.json');
        const opener = { passphrase: trainingPassphrase, N: 2 ** 14 }; // the least: it keeps no secret
        return {
          kind: 'training',
          store: await openSealedFile({ file, opener, lock: takeLock, create: true }),
        };
      }),
    // A real round trip, which may ask the person: once is enough.
    hasOwn: () => {
      own ??= findOwn();
      return own;
    },
  };

  async function findOwn(): Promise<boolean> {
    try {
      return (await bestVault({ ...shared, folder: '', passphrase: undefined })) !== 'passphrase';
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      // One that is locked is there, and a person can open it.
      return error.failure.detail?.why !== 'passphrase-needed';
    }
  }
}

/** The vault of an environment whose terminal is not open. */
export function vaultOf(data: string, environment: Environment, passphrase: string | undefined): VaultDoor {
  const database = openDatabase(path.join(data, 'terminal.db'), terminalMigrations);
  try {
    return openVaults({ settings: createSettings(database), passphrase }).door(
      environment,
      path.join(data, environment),
    );
  } finally {
    database.close();
  }
}
