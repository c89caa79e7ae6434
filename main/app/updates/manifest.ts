import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type DatabaseName, ringSchema, versionSchema } from '../../../shared/update.ts';

/*
 * A release is `khatm-update.json`, its signature beside it, and the packages that it names. Everything outside the
 * manifest (addresses, headers, dates of files) is ignored.
 */

export const manifestName = 'khatm-update.json';
export const signatureName = `${manifestName}.sig`;
/** The largest part of a manifest that is read, in bytes; no manifest is longer. */
export const manifestBytesAtMost = 256 * 1024;

export type Schemas = Readonly<Record<DatabaseName, number>>;

/** appimage and nsis are installed by the program itself, the others by the system or a person. */
export const packageKinds = ['appimage', 'nsis', 'deb', 'rpm', 'tar', 'zip', 'dmg'] as const;
export type PackageKind = (typeof packageKinds)[number];

const schemaNumber = z.int().min(0).max(100_000);
const readsAndWrites = z
  .strictObject({ reads: z.tuple([schemaNumber, schemaNumber]), writes: schemaNumber })
  .refine(({ reads: [oldest, newest], writes }) => oldest <= newest && writes <= newest && writes >= oldest);

const fileSchema = z.strictObject({
  platform: z.enum(['linux', 'win32', 'darwin']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(packageKinds),
  /** A bare name, which cannot lead to another folder. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/),
  size: z.int().positive().max(4_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ManifestFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.strictObject({
  product: z.string().min(1).max(50),
  /** The ring of terminals for which it is meant. */
  ring: ringSchema,
  version: versionSchema,
  /** Rises with every manifest of a ring, even if the version stays the same. */
  serial: z.int().positive(),
  notBefore: z.iso.datetime(),
  expires: z.iso.datetime(),
  /** The percentage of terminals that may install it now. */
  stage: z.int().min(0).max(100),
  /** The oldest version that it can replace. */
  minimumVersion: versionSchema,
  forms: z.strictObject({
    ledger: readsAndWrites,
    terminal: readsAndWrites,
    catalogue: readsAndWrites,
    integration: readsAndWrites,
  }),
  notes: z.strictObject({ ar: z.string().max(4000), en: z.string().max(4000) }),
  files: z.array(fileSchema).min(1).max(50),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Reads a manifest whose signature was checked before; undefined when this version does not understand it. */
export function readManifest(bytes: Uint8Array): Manifest | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
