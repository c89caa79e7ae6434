import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type TakeLock, withLock } from './file-lock.ts';
import { type Keychain, openKeychain } from './keychain.ts';
import type { StartKeychainProcess } from './keychain-messages.ts';
import { refuse } from './refuse.ts';
import { replaceFile } from './replace-file.ts';
import { readContents } from './sealed-contents.ts';
import { openSealedFile, type SealedFile } from './sealed-file.ts';
import type { Cipher, Opener } from './sealing-key.ts';
import type { Vault } from './secret-store.ts';

export interface ChosenVault {
  readonly kind: ChosenKind;
  readonly store: Vault;
  /** Where a passphrase opens it; whoever changes it must know the current one. */
  readonly changePassphrase?: ((current: string, next: string) => Promise<void>) | undefined;
  /** Where a passphrase opens it: that it is open says that somebody knew it, not that whoever asks now does. */
  readonly provePassphrase?: ((passphrase: string) => Promise<void>) | undefined;
}

/*
 * Which vault a data folder has. Best first: the operating system's keychain; a file sealed by its encryption
 * (Electron's safeStorage); a file sealed by a passphrase. Never plain text. The choice is made once and recorded in
 * `vault.json`, which holds no secret: a keychain that is locked or gone later is a failure with a name and never a
 * new, empty vault. (`vault-door.ts` names the one kind more that there is: training's.)
 */

const kinds = ['keychain', 'system', 'passphrase'] as const;
export type ChosenKind = (typeof kinds)[number];

export interface OpenVaultOptions {
  readonly folder: string;
  /** Names the folder in a keychain that others share. */
  readonly folderId: string;
  readonly lock: TakeLock;
  /** For a folder that has no vault yet; the best that is to be had where left out. */
  readonly kind?: ChosenKind | undefined;
  /** Where the operating system encrypts for this user. */
  readonly osCipher?: Cipher | undefined;
  readonly passphrase?: string | undefined;
  /** How the keychain process is started; under Node where left out. */
  readonly startKeychain?: StartKeychainProcess | undefined;
  /** Milliseconds for a person to answer the keychain's own question. */
  readonly patience?: number | undefined;
}

const recordSchema = z.strictObject({ khatm: z.literal('vault-kind'), kind: z.enum(kinds) });

/**
 * Opens the folder's vault; makes it when the folder has none.
 * @throws FailureError `vault-locked`, `vault-unavailable`, with a detail `why` (shared/vault.ts)
 */
export async function openVault(options: OpenVaultOptions): Promise<ChosenVault> {
  const record = path.join(options.folder, 'vault.json');
  const recorded = await readRecord(record);
  if (recorded !== undefined) return chosen(recorded, await open(recorded, options, false), options);
  const kind = (await kindOfSecrets(options.folder)) ?? options.kind ?? (await bestVault(options));
  return withLock(options.lock, `${record}.lock`, async () => {
    const first = await readRecord(record); // another process may have been quicker
    const store = await open(first ?? kind, options, first === undefined);
    if (first === undefined)
      await replaceFile(record, JSON.stringify({ khatm: 'vault-kind', kind } satisfies RecordText));
    return chosen(first ?? kind, store, options);
  });
}
type RecordText = z.infer<typeof recordSchema>;

/**
 * The best kind of vault to be had here.
 * @throws FailureError `vault-locked`: keychain-locked when there is a keychain and nobody unlocks it, unless a
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

/** The kind that the folder's secrets themselves speak of, where the record was lost or not written any more. */
async function kindOfSecrets(folder: string): Promise<ChosenKind | undefined> {
  const contents = await readContents(secretsFile(folder));
  return contents && (contents.kdf.name === 'cipher' ? 'system' : 'passphrase');
}

function chosen(kind: ChosenKind, store: Vault | SealedFile, options: OpenVaultOptions): ChosenVault {
  if (kind !== 'passphrase' || !('changePassphrase' in store)) return { kind, store };
  const { folder, lock } = options;
  async function provePassphrase(passphrase: string): Promise<void> {
    await openSealedFile({ file: secretsFile(folder), opener: { passphrase }, lock, create: false });
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
): Promise<Vault | SealedFile> {
  if (kind === 'keychain') {
    const keychain = keychainOf(options);
    if (create) await keychain.mark();
    return (await keychain.isMarked()) ? keychain : refuse('missing');
  }
  const file = secretsFile(options.folder);
  return openSealedFile({ file, opener: openerOf(kind, options), lock: options.lock, create });
}

function openerOf(kind: 'system' | 'passphrase', { osCipher, passphrase }: OpenVaultOptions): Opener {
  if (kind === 'system') return osCipher === undefined ? refuse('cipher-absent') : { cipher: osCipher };
  return passphrase === undefined ? refuse('passphrase-needed') : { passphrase };
}

const secretsFile = (folder: string) => path.join(folder, 'secrets.json');

const keychainOf = ({ folderId, startKeychain, patience }: OpenVaultOptions): Keychain =>
  openKeychain({ folderId, start: startKeychain, patience });

async function readRecord(file: string): Promise<ChosenKind | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, 'utf8'))).kind;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuse('unreadable', error);
  }
}
