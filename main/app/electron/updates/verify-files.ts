import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
// The archive must be read as a file here; Electron's own fs would open it as a folder.
import { createReadStream } from 'original-fs';
import * as z from 'zod';
import { releaseKeys } from './release-keys.ts';

/*
 * The archive and the native addons of an installed program are compared with the list that was signed with the
 * package. macOS and Windows compare the archive themselves; Linux compares nothing. This check finds damage, an
 * unfinished update and a replaced addon. It cannot stop an administrator, who can replace the check as well.
 */

const listSchema = z.strictObject({
  version: z.string(),
  platform: z.string(),
  arch: z.string(),
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** The files that every list must name, so that a shortened list cannot evade the check. */
const wanted = [/^app\.asar$/, /better-sqlite3.*\.node$/, /(?:keyring|keytar).*\.node$/];

/** Returns the first file changed since it was signed. @param resources the folder with `app.asar` */
export async function findAlteredFile(
  resources: string,
  keys: readonly { readonly spki: string }[] = releaseKeys,
): Promise<string | undefined> {
  let text: Buffer;
  let signature: Buffer;
  try {
    text = await readFile(path.join(resources, 'files.json'));
    signature = Buffer.from(await readFile(path.join(resources, 'files.json.sig'), 'latin1'), 'base64');
  } catch {
    return 'files.json';
  }
  if (!keys.map(({ spki }) => keyOf(spki)).some((key) => verify(null, text, key, signature)))
    return 'files.json';
  const list = listSchema.safeParse(JSON.parse(text.toString('utf8')));
  if (!list.success || list.data.platform !== process.platform || list.data.arch !== process.arch)
    return 'files.json';
  const { files } = list.data;
  const missing = wanted.find((name) => !Object.keys(files).some((file) => name.test(file)));
  if (missing !== undefined) return 'files.json';
  for (const [name, sum] of Object.entries(files))
    if ((await sumOf(path.join(resources, name))) !== sum) return name;
  return undefined;
}

const keyOf = (spki: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });

/** Returns a file's SHA-256; undefined when it cannot be read. */
async function sumOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(file)) hash.update(part);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
