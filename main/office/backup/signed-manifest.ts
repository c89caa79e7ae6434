import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import { privateFile } from '../../base/platform/files/private-files.ts';

/*
 * The manifest of a backup: each file with its size and SHA-256, under a signature of the office's key for orders. A copy
 * in which somebody changed, added or removed a file is not restored.
 */

const manifestName = 'manifest.json';
const signatureName = 'manifest.sig';
const keyName = 'order-key.json';

const manifestSchema = z.strictObject({
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const notWhole = (why: string): never => fail('backup-broken', { detail: { why } });

/** Returns the plain files below a folder, by their paths with slashes. @throws FailureError for a link, pipe or device */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const files: string[] = [];
  for (const name of await readdir(path.join(folder, below))) {
    const file = below === '' ? name : `${below}/${name}`;
    const state = await lstat(path.join(folder, file));
    if (state.isDirectory()) files.push(...(await filesIn(folder, file)));
    else if (state.isFile()) files.push(file);
    else notWhole(`${file} is a link, or no plain file`);
  }
  return files;
}

async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(file), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

const keyIn = async (folder: string): Promise<JsonWebKey> =>
  JSON.parse(await readFile(path.join(folder, keyName), 'utf8'));

/** Writes the manifest of all files that are in the folder. */
export async function writeManifest(folder: string): Promise<void> {
  const files: Manifest['files'] = {};
  for (const file of (await filesIn(folder)).toSorted())
    files[file] = await digestOf(path.join(folder, file));
  const text = Buffer.from(JSON.stringify({ files } satisfies Manifest));
  const key = createPrivateKey({ key: await keyIn(folder), format: 'jwk' });
  await writeFile(path.join(folder, manifestName), text, { mode: privateFile });
  const signature = sign(null, text, key).toString('base64');
  await writeFile(path.join(folder, signatureName), signature, { mode: privateFile });
}

/**
 * Reads the manifest of a copy, and checks its signature and that it names exactly the files that are there.
 * @param key the public key that the office's people know, if they named it; otherwise that of the copy itself
 * @throws FailureError `backup-broken` with `why`
 */
export async function readManifest(folder: string, key: string | undefined): Promise<Manifest> {
  const there = new Set(await filesIn(folder));
  for (const name of [manifestName, signatureName]) if (!there.delete(name)) notWhole(`${name} is missing`);
  if (!there.has(keyName)) notWhole(`${keyName} is missing`);
  const text = await readFile(path.join(folder, manifestName));
  const signature = Buffer.from(await readFile(path.join(folder, signatureName), 'utf8'), 'base64');
  const { kty = '', crv = '', x = '' } = await keyIn(folder);
  if (key !== undefined && x !== key) notWhole('it is of another office than the one with this key');
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  if (!verify(null, text, publicKey, signature)) notWhole('its manifest is not signed with its key');
  const manifest = manifestSchema.parse(JSON.parse(text.toString('utf8')));
  for (const file of Object.keys(manifest.files)) if (!there.delete(file)) notWhole(`${file} is missing`);
  for (const file of there) notWhole(`${file} is not in the manifest`);
  return manifest;
}

/** Checks a file that was copied. @throws FailureError `backup-broken` with `why` */
export async function checkCopied(file: string, name: string, { files }: Manifest): Promise<void> {
  const { bytes, sha256 } = await digestOf(file);
  const named = files[name];
  if (named?.bytes !== bytes || named.sha256 !== sha256) notWhole(`${name} was changed`);
}
