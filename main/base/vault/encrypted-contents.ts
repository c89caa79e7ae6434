import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { decrypt, encrypt, encryptedSchema } from './encrypt.ts';
import { type KeySource, keySourceSchema } from './encryption-key.ts';
import { refuse } from './refuse.ts';

/*
 * The content of an encrypted file. Each entry is encrypted under its name, so entries cannot be swapped. `checks.key`
 * distinguishes a wrong key from damage; `checks.contents` detects entries that were removed or renamed.
 */

const entriesSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  // A map instead of a record, so that every name works, even `__proto__`.
  .transform(
    (entries) => new Map(Object.entries(entries).map(([name, s]) => [name, encryptedSchema.parse(s)])),
  );

const contentsSchema = z.strictObject({
  khatm: z.literal('vault'),
  kdf: keySourceSchema,
  checks: z.strictObject({ key: encryptedSchema, contents: encryptedSchema }),
  entries: entriesSchema,
});
type StoredContents = z.infer<typeof contentsSchema>;
export type EncryptedContents = Omit<StoredContents, 'checks'>;

export const newContents = (kdf: KeySource): EncryptedContents => ({
  khatm: 'vault',
  kdf,
  entries: new Map(),
});

/** Reads the contents; undefined when there is no file. @throws FailureError `vault-unavailable` (unreadable) */
export async function readContents(file: string): Promise<StoredContents | undefined> {
  try {
    return contentsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuse('unreadable', error);
  }
}

/** Returns the text of the file, with checks for its present contents. */
export function contentsText(contents: EncryptedContents, key: Buffer): string {
  const checks = { key: encrypt(key, keyCheck, ''), contents: encrypt(key, contentsContext(contents), '') };
  const { khatm, kdf, entries } = contents;
  return JSON.stringify({ khatm, kdf, checks, entries: Object.fromEntries(entries) }, null, 2);
}

/**
 * Verifies the contents by their checks.
 * @throws FailureError `vault-locked` (wrong-passphrase), `vault-unavailable` (unreadable)
 */
export function checkContents(contents: StoredContents, key: Buffer): void {
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
