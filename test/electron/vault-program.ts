import { app } from 'electron';
import { startKeychainProcess } from '../../main/app/electron/system/keychain-process.ts';
import { osCipher } from '../../main/app/electron/system/os-cipher.ts';
import { openKeychain } from '../../main/base/vault/keychain.ts';
import { openVault } from '../../main/base/vault/open-vault.ts';
import { takeLock } from '../../main/books/ledger/queue/process-lock.ts';
import { FailureError } from '../../shared/failure.ts';

/* A program without a window that runs the vault in Electron's main process, for vault.test.ts to call. */

/** Returns a failure as a value, because errors do not survive the transfer between processes. */
async function told(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

const keychainOf = (folderId: string) =>
  openKeychain({ folderId, start: startKeychainProcess, timeoutMs: 8_000 });

export const vaultProgram = {
  keychain: (
    folderId: string,
    call: 'state' | 'get' | 'has' | 'set' | 'delete' | 'names',
    name = '',
    value = '',
  ) =>
    told(() => {
      const keychain = keychainOf(folderId);
      if (call === 'state') return keychain.state();
      return call === 'set' ? keychain.set(name, value) : keychain[call](name);
    }),
  hasCipher: () => osCipher() !== undefined,
  /** Opens the vault of a folder, stores a value if one is given, and reads it. */
  keep: (folder: string, value?: string) =>
    told(async () => {
      const folderId = 'electron';
      const cipher = osCipher();
      const opened = await openVault({
        folder,
        folderId,
        lock: takeLock,
        kind: 'system',
        osCipher: cipher,
        startKeychain: startKeychainProcess,
      });
      if (value !== undefined) await opened.store.set('production/key/1', value);
      return { kind: opened.kind, value: await opened.store.get('production/key/1') };
    }),
};

Object.assign(globalThis, { vaultProgram });
app.on('window-all-closed', () => undefined);
