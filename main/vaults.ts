import path from 'node:path';
import type { Environment } from '../shared/status.ts';
import { takeLead } from './ledger/folder-lead.ts';
import { trainingPassphrase } from './training.ts';
import { openSealedFile } from './vault/sealed-file.ts';
import { createVaultDoor, type VaultDoor } from './vault/vault-door.ts';

/** The vault of each environment: training's is a file that anyone may open, as what it protects is worth nothing. */
export function vaultDoor(environment: Environment, folder: string): VaultDoor {
  const file = path.join(folder, 'vault.json');
  return createVaultDoor(async (passphrase = trainingPassphrase) => ({
    kind: environment === 'training' ? 'training' : 'passphrase',
    store: await openSealedFile({ file, opener: { passphrase }, lock: takeLead, create: true }),
  }));
}
