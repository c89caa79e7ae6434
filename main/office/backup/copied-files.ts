import { createHash } from 'node:crypto';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import { type EncryptedKind, encryptedPieces, type Readable } from '../../base/encrypted/encrypted-copy.ts';
import type { OutsideFolder } from '../../base/outside/outside-folder.ts';
import type { OutsideFile } from '../../base/outside/plain-file.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { type Manifest, notWhole } from './signed-manifest.ts';

/* The files of a copy, which lies where others may write. */

/** The key of a file depends on its name, so that no file of a copy can stand in for another. */
export const kindOf = (name: string): EncryptedKind => `office:${name}`;

/** Writes files into a new folder, encrypted if there is a key, and notes what was in them. */
export function copyInto(root: OutsideFolder, key: BackupKey | undefined) {
  const files: Manifest['files'] = {};
  const folders = new Map<string, OutsideFolder>([['', root]]);
  const folderOf = async (name: string): Promise<OutsideFolder> => {
    const opened = folders.get(name);
    if (opened !== undefined) return opened;
    const [above, last] = partedAt(name);
    const made = await (await folderOf(above)).folder(last, { make: privateFolder });
    folders.set(name, made);
    return made;
  };
  const put = async (name: string, from: Readable): Promise<void> => {
    const [above, last] = partedAt(name);
    const hash = createHash('sha256');
    const file = await (await folderOf(above)).begin();
    try {
      for await (const bytes of key === undefined
        ? piecesOf(noting(from, hash))
        : encryptedPieces(noting(from, hash), { key, kind: kindOf(name) }))
        await file.write(bytes);
      await file.keep(last);
    } finally {
      await file.end();
    }
    files[name] = { size: from.size, sha256: hash.digest('hex') };
  };
  return {
    files,
    put,
    putText: (name: string, text: string | Buffer) => put(name, readableOf(Buffer.from(text))),
    /** Writes the names to the disk. */
    async sync(): Promise<void> {
      for (const folder of folders.values()) await folder.sync();
    },
  };
}

export type Copy = ReturnType<typeof copyInto>;

const partedAt = (name: string): [above: string, last: string] => {
  const at = name.lastIndexOf('/');
  return [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
};

const pieceBytes = 1024 * 1024;

async function* piecesOf(from: Readable): AsyncGenerator<Buffer> {
  for (let at = 0; at < from.size; at += pieceBytes)
    yield await from.read(at, Math.min(pieceBytes, from.size - at));
}

/** Hashes what is read, which is each byte once, in order. */
const noting = (from: Readable, hash: ReturnType<typeof createHash>): Readable => ({
  size: from.size,
  async read(position, length) {
    const bytes = await from.read(position, length);
    hash.update(bytes);
    return bytes;
  },
});

const readableOf = (bytes: Buffer): Readable => ({
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
});

/** A file of a server at work may become shorter while it is copied; the server's log makes up for it. */
export const steady = (file: OutsideFile): Readable => ({
  size: file.size,
  async read(position, length) {
    const bytes = await file.read(position, length);
    return bytes.length === length ? bytes : Buffer.concat([bytes], length);
  },
});

/** Returns the plain files below a folder, by their paths with slashes. @throws FailureError for anything else */
export async function filesIn(folder: OutsideFolder, above = ''): Promise<string[]> {
  const files: string[] = [];
  for (const name of await folder.names()) {
    const state = await folder.look(name);
    if (state?.isDirectory()) files.push(...(await filesIn(await folder.folder(name), `${above}${name}/`)));
    else if (state?.isFile()) files.push(above + name);
    else notWhole(`${above}${name} is a link, or no plain file`);
  }
  return files;
}
