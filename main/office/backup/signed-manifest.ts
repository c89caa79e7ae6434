import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';

/*
 * The manifest of a backup: each file with its size and SHA-256, under a signature of the office's key for orders. A copy
 * in which somebody changed, added or removed a file is not restored.
 */

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const keyName = 'order-key.json';

const manifestSchema = z.strictObject({
  files: z.record(z.string(), z.strictObject({ size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Refuses a copy. @param why in English, for the person at the command line */
export const notWhole = (why: string): never => fail('backup-broken', { detail: { why } });

/** Returns the text of a manifest and its signature. @param orderKey the private key, as its file has it */
export function signManifest(manifest: Manifest, orderKey: string): { text: Buffer; signature: string } {
  const text = Buffer.from(JSON.stringify(manifest));
  const key = createPrivateKey({ key: JSON.parse(orderKey) as JsonWebKey, format: 'jwk' });
  return { text, signature: sign(null, text, key).toString('base64') };
}

/**
 * Checks the signature of a manifest, and that it names exactly the files that are there.
 * @param names the other files of the copy
 * @param officeKey the public key of the office, if the person named it; otherwise that of the copy itself
 * @throws FailureError `backup-broken` with `why`
 */
export function readManifest(
  { text, signature, orderKey }: { text: string; signature: string; orderKey: string },
  names: readonly string[],
  officeKey: string | undefined,
): Manifest {
  const there = new Set(names);
  const { kty = '', crv = '', x = '' } = JSON.parse(orderKey) as JsonWebKey;
  if (officeKey !== undefined && x !== officeKey)
    notWhole('it is of another office than the one with this key');
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  if (!verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')))
    notWhole('its manifest is not signed with its key');
  const manifest = manifestSchema.parse(JSON.parse(text));
  for (const file of Object.keys(manifest.files)) if (!there.delete(file)) notWhole(`${file} is missing`);
  for (const file of there) notWhole(`${file} is not in the manifest`);
  return manifest;
}
