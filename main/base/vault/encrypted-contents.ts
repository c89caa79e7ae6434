import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { decrypt, type Encrypted, encrypt, encryptedSchema } from './encrypt.ts';
import { type KeySource, keySourceSchema } from './encryption-key.ts';
import { refuse } from './refuse.ts';

/*
 * The content of an encrypted file. Each entry is encrypted under its name, so entries cannot be swapped. `checks.key`
 * distinguishes a wrong key from damage; `checks.contents` detects entries that were removed or renamed. Files of the
 * first version have no checks until the next write.
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
  checks: z.strictObject({ key: encryptedSchema, contents: encryptedSchema }).optional(),
  entries: entriesSchema,
});
export type EncryptedContents = z.infer<typeof contentsSchema>;

export const newContents = (kdf: KeySource): EncryptedContents => ({
  khatm: 'vault',
  kdf,
  entries: new Map(),
});

/** Reads the contents; undefined when there is no file. @throws FailureError `vault-unavailable` (unreadable) */
export async function readContents(file: string): Promise<EncryptedContents | undefined> {
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
export function checkContents(contents: EncryptedContents, key: Buffer): void {
  const { kdf, checks, entries } = contents;
  const [first] = entries;
  const [context, proof]: [string?, Encrypted?] = checks ? [keyCheck, checks.key] : (first ?? []);
  if (context !== undefined && proof && decrypt(key, context, proof) === undefined)
    refuse(kdf.name === 'scrypt' ? 'wrong-passphrase' : 'unreadable');
  if (checks && decrypt(key, contentsContext(contents), checks.contents) === undefined) refuse('unreadable');
}

const keyCheck = '\0key';

/**
 * Lists all of the file's content in a fixed order: JSON puts names that look like numbers first. An encrypted text is
 * called `sealed` here as in earlier versions, whose checks are of this text.
 */
function contentsContext({ kdf, entries }: EncryptedContents): string {
  const sorted = [...entries]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { nonce, encrypted }]) => [name, { nonce, sealed: encrypted }]);
  return `\0contents${JSON.stringify([kdf, sorted])}`;
}
