import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';
import { publish } from '../../books/backup/durable-file.ts';
import type { Published } from './check-manifest.ts';
import { manifestName, signatureName } from './manifest.ts';

/** Keeps a manifest and its signature as received. */
export async function keepManifest(folder: string, { bytes, signature }: Published): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder });
  for (const [name, content] of [
    [signatureName, signature],
    [manifestName, bytes],
  ] as const) {
    const file = path.join(folder, name);
    await writeFile(`${file}.part`, content, { mode: privateFile });
    await publish(`${file}.part`, file);
  }
}

export async function readKept(folder: string): Promise<Published | undefined> {
  try {
    return {
      bytes: await readFile(path.join(folder, manifestName)),
      signature: await readFile(path.join(folder, signatureName), 'latin1'),
    };
  } catch {
    return undefined;
  }
}

/** Returns the folder with the manifest by which a version was installed. */
export const manifestOf = (folder: string, version: string) => path.join(folder, 'manifests', version);

/** Removes the manifests of all but these versions. */
export async function pruneManifests(folder: string, versions: readonly string[]): Promise<void> {
  const all = path.join(folder, 'manifests');
  for (const name of await readdir(all).catch(() => []))
    if (!versions.includes(name)) await rm(path.join(all, name), { recursive: true, force: true });
}
