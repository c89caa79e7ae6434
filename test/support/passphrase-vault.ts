import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openEncryptedFile } from '../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../main/books/ledger/queue/process-lock.ts';
import { vaultKind } from '../../shared/stored/vault/entries.ts';

/**
 * Makes a vault for simulation in a data folder that has none, with the lowest derivation cost that an encrypted file
 * may have. With the usual cost, a test that opens a terminal a dozen times would spend most of its time on key
 * derivation.
 */
export async function makeCheapVault(data: string, passphrase: string): Promise<void> {
  const folder = path.join(data, 'simulation');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opener = { passphrase, N: 2 ** 14, r: 1 };
  const file = path.join(folder, 'secrets.json');
  await openEncryptedFile({ file, opener, lock: takeLock, create: true });
  writeFileSync(path.join(folder, 'vault.json'), vaultKind.write({ kind: 'passphrase' }), { mode: 0o600 });
}
