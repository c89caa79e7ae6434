import * as z from 'zod';
import { storedForm } from '../stored-form.ts';

/* The file with the secrets of a folder, each encrypted under its name. */

/** Refuses a last character with unused bits set: the file could be changed there unnoticed. */
const base64 = z.base64().regex(/^([^=]{4})*(.[AQgw]==|..[AEIMQUYcgkosw048]=)?$/);

/** An encrypted text as files keep it: AES-256-GCM; `encrypted` ends with the tag of 16 bytes. */
export const encryptedSchema = z.strictObject({ nonce: base64, encrypted: base64 });
export type Encrypted = z.infer<typeof encryptedSchema>;

/** The source of a file's key, as the file has it. The bounds keep an altered file from taking all memory. */
const keySourceSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('scrypt'),
    salt: z.base64(),
    N: z
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(16),
  }),
  /** A random key, encrypted by the operating system. */
  z.strictObject({ name: z.literal('cipher'), key: z.base64() }),
]);
export type KeySource = z.infer<typeof keySourceSchema>;

/** A map instead of a record, so that every name works, even `__proto__`. */
const entriesSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .transform(
    (entries) => new Map(Object.entries(entries).map(([name, s]) => [name, encryptedSchema.parse(s)])),
  );

export const secretsFile = storedForm({
  name: 'vault',
  schema: z.strictObject({
    kdf: keySourceSchema,
    checks: z.strictObject({ key: encryptedSchema, contents: encryptedSchema }),
    entries: entriesSchema,
  }),
});
export type StoredSecrets = z.output<(typeof secretsFile)['schema']>;
