import { safeStorage } from 'electron';
import type { Cipher } from '../vault/sealing-key.ts';

/**
 * The operating system's encryption for this user, through Electron. Only after Electron is ready.
 * @returns undefined where there is none. On Linux Electron then has a stand-in whose password is in its source
 * (`basic_text`); it protects nothing, so it counts as none.
 */
export function osCipher(): Cipher | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text' || backend === 'unknown') return undefined;
  }
  // safeStorage takes texts.
  return {
    seal: (bytes) => safeStorage.encryptString(bytes.toString('base64')),
    unseal: (bytes) => Buffer.from(safeStorage.decryptString(bytes), 'base64'),
  };
}
