import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { refuse } from './refuse.ts';
import { type Sealed, seal, sealedSchema, unseal } from './seal.ts';
import { type KeySource, keySourceSchema } from './sealing-key.ts';

/*
 * What stands in a sealed file. Each entry is sealed under its name, so entries cannot be swapped. `checks.key` tells
 * a wrong key from damage; `checks.contents` finds an entry that was taken out or renamed. Files of the first version
 * have no checks: they get them with the next write.
 */

const entriesSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  // A map and not a record: every name is a name, `__proto__` too.
  .transform((entries) => new Map(Object.entries(entries).map(([name, s]) => [name, sealedSchema.parse(s)])));

const contentsSchema = z.strictObject({
  khatm: z.literal('vault'),
  kdf: keySourceSchema,
  checks: z.strictObject({ key: sealedSchema, contents: sealedSchema }).optional(),
  entries: entriesSchema,
});
export type SealedContents = z.infer<typeof contentsSchema>;

export const newContents = (kdf: KeySource): SealedContents => ({ khatm: 'vault', kdf, entries: new Map() });

/**
 * The file's contents; undefined when there is no file.
 * @throws FailureError `vault-unavailable` (unreadable)
 */
export async function readContents(file: string): Promise<SealedContents | undefined> {
  try {
    return contentsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuse('unreadable', error);
  }
}

/** The file's text, with its checks made anew. */
export function contentsText(contents: SealedContents, key: Buffer): string {
  const checks = { key: seal(key, keyCheck, ''), contents: seal(key, contentsContext(contents), '') };
  const { khatm, kdf, entries } = contents;
  return JSON.stringify({ khatm, kdf, checks, entries: Object.fromEntries(entries) }, null, 2);
}

/**
 * Holds the contents to their checks.
 * @throws FailureError `vault-locked` (wrong-passphrase), `vault-unavailable` (unreadable)
 */
export function checkContents(contents: SealedContents, key: Buffer): void {
  const { kdf, checks, entries } = contents;
  const [first] = entries;
  const [context, proof]: [string?, Sealed?] = checks ? [keyCheck, checks.key] : (first ?? []);
  if (context !== undefined && proof && unseal(key, context, proof) === undefined)
    refuse(kdf.name === 'scrypt' ? 'wrong-passphrase' : 'unreadable');
  if (checks && unseal(key, contentsContext(contents), checks.contents) === undefined) refuse('unreadable');
}

const keyCheck = '\0key';

/** All that the file says, in an order of its own: JSON puts names that look like numbers first. */
function contentsContext({ kdf, entries }: SealedContents): string {
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `\0contents${JSON.stringify([kdf, sorted])}`;
}
