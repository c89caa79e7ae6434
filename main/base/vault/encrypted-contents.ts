import { readFile } from 'node:fs/promises';
import { orFail } from '../../../shared/stored/stored-form.ts';
import {
  type KeySource,
  type StoredSecrets,
  secretsFile,
} from '../../../shared/stored/vault/secrets-file.ts';
import { decrypt, encrypt } from './encrypt.ts';
import { refuse, refuseFile } from './refuse.ts';

/*
 * The content of an encrypted file. Each entry is encrypted under its name, so entries cannot be swapped. `checks.key`
 * distinguishes a wrong key from damage; `checks.contents` detects entries that were removed or renamed.
 */

export type EncryptedContents = Omit<StoredSecrets, 'checks'>;

export const newContents = (kdf: KeySource): EncryptedContents => ({
  kdf,
  entries: new Map(),
});

/** Reads the contents; undefined when there is no file. @throws FailureError `vault-unavailable` (newer, unreadable) */
export async function readContents(file: string): Promise<StoredSecrets | undefined> {
  try {
    return orFail(secretsFile.read(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuseFile(error);
  }
}

/** Returns the text of the file, with checks for its present contents. */
export function contentsText(contents: EncryptedContents, key: Buffer): string {
  const checks = { key: encrypt(key, keyCheck, ''), contents: encrypt(key, contentsContext(contents), '') };
  const { kdf, entries } = contents;
  return secretsFile.write({ kdf, checks, entries: Object.fromEntries(entries) });
}

/**
 * Verifies the contents by their checks.
 * @throws FailureError `vault-locked` (wrong-passphrase), `vault-unavailable` (unreadable)
 */
export function checkContents(contents: StoredSecrets, key: Buffer): void {
  const { kdf, checks } = contents;
  if (decrypt(key, keyCheck, checks.key) === undefined)
    refuse(kdf.name === 'scrypt' ? 'wrong-passphrase' : 'unreadable');
  if (decrypt(key, contentsContext(contents), checks.contents) === undefined) refuse('unreadable');
}

const keyCheck = '\0key';

/** Lists all of the file's content in a fixed order: JSON puts names that look like numbers first. */
function contentsContext({ kdf, entries }: EncryptedContents): string {
  const sorted = [...entries]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { nonce, encrypted }]) => [name, nonce, encrypted]);
  return `\0contents${JSON.stringify([kdf, sorted])}`;
}
