import { safeStorage } from 'electron';
import type { Cipher } from '../../../base/vault/encryption-key.ts';

/**
 * Returns the operating system's encryption for this user; only after Electron is ready.
 * @returns undefined if there is none. On Linux Electron then falls back to a password that is in its source code
 * (`basic_text`), which protects nothing and so counts as none.
 */
export function osCipher(): Cipher | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text' || backend === 'unknown') return undefined;
  }
  // safeStorage encrypts texts only.
  return {
    encrypt: (bytes) => safeStorage.encryptString(bytes.toString('base64')),
    decrypt: (bytes) => Buffer.from(safeStorage.decryptString(bytes), 'base64'),
  };
}
