import type { KeySource } from '../../../shared/stored/vault/secrets-file.ts';
import { shortestPassphrase } from '../../../shared/vault.ts';
import { decrypt, encrypt } from './encrypt.ts';
import {
  checkContents,
  contentsText,
  type EncryptedContents,
  newContents,
  readContents,
} from './encrypted-contents.ts';
import { keyFrom, newKeySource, type Opener } from './encryption-key.ts';
import { type TakeLock, withLock } from './file-lock.ts';
import { refuse } from './refuse.ts';
import { replaceFile } from './replace-file.ts';
import type { Vault } from './secret-store.ts';

export interface EncryptedFileOptions {
  readonly file: string;
  readonly opener: Opener;
  /** A lock for the processes that share the file, which write one after the other. */
  readonly lock: TakeLock;
  /** Creates the file when there is none; otherwise a missing file is `vault-unavailable` (missing). */
  readonly create: boolean;
}

export interface EncryptedFile extends Vault {
  /** Encrypts everything again; readers always see either the old file or the new one. */
  changePassphrase(passphrase: string): Promise<void>;
}

/**
 * Opens secrets in one file, each encrypted with AES-256-GCM under a key from a passphrase (scrypt) or the operating
 * system. Several processes may share the file.
 * @throws FailureError `vault-locked` (wrong-passphrase, passphrase-short for a new one), `vault-unavailable` (missing,
 * newer, unreadable, unwritable, cipher-absent)
 */
export async function openEncryptedFile(options: EncryptedFileOptions): Promise<EncryptedFile> {
  const { file, lock, create } = options;
  let { opener } = options;

  /** The latest key; another process may have changed the passphrase and thereby the source. */
  let cached: { source: string; key: Buffer } | undefined;
  async function keyOf(source: KeySource): Promise<Buffer> {
    const text = JSON.stringify(source);
    if (cached?.source !== text) cached = { source: text, key: await keyFrom(source, opener) };
    return cached.key;
  }

  /** Reads the file each time, since another process may have written it. */
  async function load(): Promise<{ contents: EncryptedContents; key: Buffer }> {
    const contents = (await readContents(file)) ?? refuse('missing');
    const key = await keyOf(contents.kdf);
    checkContents(contents, key);
    return { contents, key };
  }

  const locked = <T>(work: () => Promise<T>) => withLock(lock, `${file}.lock`, work);

  const change = (work: (entries: EncryptedContents['entries'], key: Buffer) => void) =>
    locked(async () => {
      const { contents, key } = await load();
      work(contents.entries, key);
      await replaceFile(file, contentsText(contents, key));
    });

  const store: EncryptedFile = {
    async get(name) {
      const { contents, key } = await load();
      const entry = contents.entries.get(name);
      return entry && (decrypt(key, name, entry) ?? refuse('unreadable'));
    },
    has: async (prefix) => (await store.names(prefix)).length > 0,
    async names(prefix) {
      const { contents } = await load();
      return [...contents.entries.keys()].filter((name) => name.startsWith(prefix)).toSorted();
    },
    async set(name, value) {
      await change((entries, key) => entries.set(name, encrypt(key, name, value)));
      if ((await store.get(name)) !== value) refuse('unwritable');
    },
    delete: (name) => change((entries) => entries.delete(name)),
    changePassphrase: (passphrase) =>
      locked(async () => {
        checkLength(passphrase);
        const { contents, key } = await load();
        const next: Opener = { ...opener, passphrase };
        const source = await newKeySource(next);
        const nextKey = await keyFrom(source, next);
        const entries = new Map(
          [...contents.entries].map(([name, entry]) => {
            const value = decrypt(key, name, entry) ?? refuse('unreadable');
            return [name, encrypt(nextKey, name, value)];
          }),
        );
        await replaceFile(file, contentsText({ ...newContents(source), entries }, nextKey));
        opener = next;
      }),
  };

  if (create && (await readContents(file)) === undefined)
    await locked(async () => {
      if ((await readContents(file)) !== undefined) return; // Another process was first.
      if ('passphrase' in opener) checkLength(opener.passphrase);
      const source = await newKeySource(opener);
      await replaceFile(file, contentsText(newContents(source), await keyOf(source)));
    });
  await load(); // This reports a wrong passphrase or a damaged file at once.
  return store;
}

function checkLength(passphrase: string): void {
  if ([...passphrase].length < shortestPassphrase) refuse('passphrase-short');
}
