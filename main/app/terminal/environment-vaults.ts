import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { openEncryptedFile } from '../../base/vault/encrypted-file.ts';
import { createLockableVault, type LockableVault } from '../../base/vault/lockable-vault.ts';
import { bestVault, type OpenVaultOptions, openVault } from '../../base/vault/open-vault.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { takeLock } from '../../books/ledger/queue/process-lock.ts';
import { trainingPassphrase } from '../environment/credentials/training.ts';
import { openTerminalDatabase } from './terminal-database.ts';
import { type TerminalIdentity, terminalIdentity } from './terminal-identity.ts';

/** The keychain and passphrases with which this machine and this run of the program can unlock a vault. */
export interface VaultsOptions extends Pick<OpenVaultOptions, 'osCipher' | 'startKeychain' | 'passphrase'> {
  readonly identity: TerminalIdentity;
  /** True if several users of a machine share one folder: then no keychain is used, since it belongs to one user. */
  readonly isForAllUsers?: boolean;
}

/** The vault of each environment. Training's is a file that anyone may open, since it protects nothing of value. */
export function openVaults(options: VaultsOptions) {
  const { identity, isForAllUsers, osCipher, startKeychain } = options;
  let finding: Promise<boolean> | undefined;
  const shared = { osCipher, startKeychain, lock: takeLock };

  return {
    /** Makes the vault of an environment. @param folder of the environment only */
    create: (environment: Environment, folder: string) =>
      createLockableVault(async (passphrase = options.passphrase) => {
        if (environment !== 'training') {
          const opened = await openVault({
            ...shared,
            folder,
            folderId: identity.of(folder),
            passphrase,
            kind: isForAllUsers ? 'passphrase' : undefined,
          });
          identity.note(folder);
          return opened;
        }
        const file = path.join(folder, 'vault.json');
        // The cost is the lowest, as it protects no secret: in Electron the main process waits for half of it at every
        // start.
        const opener = { passphrase: trainingPassphrase, N: 2 ** 14, r: 1 };
        return {
          kind: 'training',
          store: await openEncryptedFile({ file, opener, lock: takeLock, create: true }),
        };
      }),
    // A test of the keychain may ask the person for permission, so it is made only once.
    /** Resolves to true when this machine keeps secrets by itself; otherwise a passphrase is needed. */
    hasOwn: () => {
      finding ??= isForAllUsers ? Promise.resolve(false) : findOwn();
      return finding;
    },
  };

  async function findOwn(): Promise<boolean> {
    try {
      return (
        (await bestVault({ ...shared, folder: '', folderId: identity.id, passphrase: undefined })) !==
        'passphrase'
      );
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      // If the vault is only locked, it exists, and a person can open it.
      return error.failure.detail?.why !== 'passphrase-needed';
    }
  }
}

export type Vaults = ReturnType<typeof openVaults>;

/** Opens the vault of an environment whose terminal is not open. */
export function vaultOf(
  data: string,
  environment: Environment,
  passphrase: string | undefined,
): LockableVault {
  const database = openTerminalDatabase(data);
  try {
    const identity = terminalIdentity(data, createSettings(database));
    return openVaults({ identity, passphrase }).create(environment, path.join(data, environment));
  } finally {
    database.close();
  }
}
