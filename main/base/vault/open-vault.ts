import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { vaultKind, type vaultKinds } from '../../../shared/stored/vault/entries.ts';
import { readContents } from './encrypted-contents.ts';
import { type EncryptedFile, openEncryptedFile } from './encrypted-file.ts';
import type { Cipher, Opener } from './encryption-key.ts';
import { type TakeLock, withLock } from './file-lock.ts';
import { type Keychain, openKeychain } from './keychain.ts';
import type { StartKeychainProcess } from './keychain-messages.ts';
import type { OpenedVault } from './lockable-vault.ts';
import { refuse, refuseFile } from './refuse.ts';
import { replaceFile } from './replace-file.ts';
import type { Vault } from './secret-store.ts';

export interface ChosenVault extends OpenedVault {
  readonly kind: ChosenKind;
  readonly store: Vault;
}

/*
 * The kinds of vault for a data folder, best first: the operating system's keychain; a file encrypted by the system
 * (Electron's safeStorage); a file encrypted with a passphrase. Never plain text. The choice is made once and recorded
 * in `vault.json`, which contains no secret: a keychain that is locked or missing later is a named failure and never a
 * new, empty vault. (`environment-vaults.ts` has the one further kind: training's.)
 */

export type ChosenKind = (typeof vaultKinds)[number];

export interface OpenVaultOptions {
  readonly folder: string;
  readonly folderId: string;
  readonly lock: TakeLock;
  /** The kind of vault for a folder without one; by default the best available kind. */
  readonly kind?: ChosenKind | undefined;
  /** The operating system's encryption; present when it encrypts for this user. */
  readonly osCipher?: Cipher | undefined;
  readonly passphrase?: string | undefined;
  readonly startKeychain?: StartKeychainProcess | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens the folder's vault, and creates it if there is none.
 * @throws FailureError `vault-locked`, `vault-unavailable`, with a detail `why` (shared/vault.ts)
 */
export async function openVault(options: OpenVaultOptions): Promise<ChosenVault> {
  const record = path.join(options.folder, 'vault.json');
  const recorded = await kindOf(options.folder, record);
  if (recorded !== undefined) return chosen(recorded, await open(recorded, options, false), options);
  const kind = (await kindOfSecrets(options.folder)) ?? options.kind ?? (await bestVault(options));
  return withLock(options.lock, `${record}.lock`, async () => {
    const first = await readRecord(record); // Another process may have chosen the kind first.
    const store = await open(first ?? kind, options, first === undefined);
    if (first === undefined) await replaceFile(record, vaultKind.write({ kind }));
    return chosen(first ?? kind, store, options);
  });
}

/**
 * Returns the best kind of vault available here.
 * @throws FailureError `vault-locked`: keychain-locked when there is a keychain that nobody unlocks, unless a
 * passphrase was chosen; passphrase-needed when nothing better is left
 */
export async function bestVault(options: OpenVaultOptions): Promise<ChosenKind> {
  const keychain = await keychainOf(options).state();
  if (keychain === 'usable') return 'keychain';
  if (keychain === 'locked')
    return options.passphrase === undefined ? refuse('keychain-locked') : 'passphrase';
  if (options.osCipher !== undefined) return 'system';
  return options.passphrase === undefined ? refuse('passphrase-needed') : 'passphrase';
}

/**
 * Encrypts the secrets of a keychain, or of a file that the system opens for one user, with a passphrase, which opens
 * them for everybody who knows it. If this is interrupted, the vault is in the old or the new state; when called again,
 * it removes what is left in the keychain. No program may have the vault open.
 * @throws FailureError `vault-locked` (passphrase-short, wrong-passphrase), `vault-unavailable`
 */
export async function encryptWithPassphrase(
  options: OpenVaultOptions & { readonly passphrase: string },
): Promise<void> {
  const { folder, lock, passphrase } = options;
  const [record, file] = [path.join(folder, 'vault.json'), secretsFile(folder)];
  const kind = (await kindOf(folder, record)) ?? (await kindOfSecrets(folder)) ?? refuse('missing');
  const from = await open(kind, options, false);
  if ('changePassphrase' in from) {
    if (kind === 'system') await from.changePassphrase(passphrase);
  } else {
    // This is the file of an interrupted attempt.
    await rm(file, { force: true });
    const to = await openEncryptedFile({ file, opener: { passphrase }, lock, create: true });
    for (const name of await from.names('')) {
      const value = await from.get(name);
      if (value !== undefined) await to.set(name, value);
    }
  }
  await replaceFile(record, vaultKind.write({ kind: 'passphrase' }));
  if (kind !== 'system') await emptyKeychain(keychainOf(options), kind);
}

/** Removes only entries with this folder's mark; a machine without a keychain has none. */
async function emptyKeychain(keychain: Keychain, kind: ChosenKind): Promise<void> {
  try {
    if (await keychain.isMarked()) await keychain.clear();
  } catch (error) {
    const isAbsent = error instanceof FailureError && error.failure.code === 'vault-unavailable';
    if (kind === 'keychain' || !isAbsent) throw error;
  }
}

/** Returns the recorded kind; an encrypted file itself says what opens it, even after an interrupted change. */
async function kindOf(folder: string, record: string): Promise<ChosenKind | undefined> {
  const recorded = await readRecord(record);
  return recorded === 'system' ? ((await kindOfSecrets(folder)) ?? recorded) : recorded;
}

/** Infers the kind from the folder's secrets when its record was lost or never written. */
async function kindOfSecrets(folder: string): Promise<ChosenKind | undefined> {
  const contents = await readContents(secretsFile(folder));
  return contents && (contents.kdf.name === 'cipher' ? 'system' : 'passphrase');
}

function chosen(kind: ChosenKind, store: Vault | EncryptedFile, options: OpenVaultOptions): ChosenVault {
  if (kind !== 'passphrase' || !('changePassphrase' in store)) return { kind, store };
  const { folder, lock } = options;
  async function provePassphrase(passphrase: string): Promise<void> {
    await openEncryptedFile({ file: secretsFile(folder), opener: { passphrase }, lock, create: false });
  }
  return {
    kind,
    store,
    provePassphrase,
    async changePassphrase(current, next) {
      await provePassphrase(current);
      await store.changePassphrase(next);
    },
  };
}

async function open(
  kind: ChosenKind,
  options: OpenVaultOptions,
  create: boolean,
): Promise<Vault | EncryptedFile> {
  if (kind === 'keychain') {
    const keychain = keychainOf(options);
    if (create) await keychain.mark();
    return (await keychain.isMarked()) ? keychain : refuse('missing');
  }
  const file = secretsFile(options.folder);
  return openEncryptedFile({ file, opener: openerOf(kind, options), lock: options.lock, create });
}

function openerOf(kind: 'system' | 'passphrase', { osCipher, passphrase }: OpenVaultOptions): Opener {
  if (kind === 'system') return osCipher === undefined ? refuse('cipher-absent') : { cipher: osCipher };
  return passphrase === undefined ? refuse('passphrase-needed') : { passphrase };
}

const secretsFile = (folder: string) => path.join(folder, 'secrets.json');

const keychainOf = ({ folderId, startKeychain, timeoutMs }: OpenVaultOptions): Keychain =>
  openKeychain({ folderId, start: startKeychain, timeoutMs });

async function readRecord(file: string): Promise<ChosenKind | undefined> {
  try {
    return orFail(vaultKind.read(await readFile(file, 'utf8'))).kind;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuseFile(error);
  }
}
