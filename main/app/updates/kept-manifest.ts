import path from 'node:path';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { namesInOwn, readOwnBytes, removeOwn, writeOwn } from '../../base/platform/files/own-files.ts';
import type { Published } from './check-manifest.ts';
import { manifestName, signatureName } from './manifest.ts';

/** Keeps a manifest and its signature as received. */
export async function keepManifest(folder: string, { bytes, signature }: Published): Promise<void> {
  makeFolders(folder);
  for (const [name, content] of [
    [signatureName, signature],
    [manifestName, bytes],
  ] as const) {
    writeOwn(path.join(folder, name), content);
  }
}

export async function readKept(folder: string): Promise<Published | undefined> {
  try {
    return {
      bytes: readOwnBytes(path.join(folder, manifestName)),
      signature: readOwnBytes(path.join(folder, signatureName)).toString('latin1'),
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
  for (const name of namesInOwn(all)) if (!versions.includes(name)) removeOwn(path.join(all, name));
}
