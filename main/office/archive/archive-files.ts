import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import {
  manifestName,
  objectName,
  signatureName,
  sumsName,
  sumsOf,
} from '../../link/wire/archive/file-names.ts';
import { partSuffix } from './sink.ts';
import { tarEnd } from './tar.ts';

/*
 * The files of one archive while they are made. Their names end with .part until the database has committed the
 * archive.
 */

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

// This compresses in threads, so that the office continues to answer.
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const params = { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 };

/** The number of bytes after which a frame ends, even if it has few documents, since these may be large. */
const mostFrameBytes = 4 * 1024 ** 2;

/** A frame that was written: its bytes in the file, and the digest of its content. */
interface Frame {
  readonly length: number;
  readonly digest: string;
}

/** A .tar.zst in progress; one frame of it is in memory. */
export async function openObject(folder: string, base: string) {
  const handle = await open(path.join(folder, objectName(base) + partSuffix), 'wx+', 0o600);
  const frames: Frame[] = [];
  let pending: Uint8Array[] = [];
  let bytes = 0;
  const endFrame = async () => {
    if (pending.length === 0) return;
    const content = Buffer.concat(pending);
    pending = [];
    bytes = 0;
    const frame = await compress(content, { params });
    await handle.writeFile(frame);
    frames.push({ length: frame.length, digest: digestOf(content) });
  };
  const add = async (entries: readonly Uint8Array[]) => {
    for (const entry of entries) {
      pending.push(entry);
      bytes += entry.length;
    }
    if (bytes >= mostFrameBytes) await endFrame();
  };
  return {
    add,
    endFrame,
    /** Ends the file and reads every frame back. @throws Error when one differs from what was written */
    async finish(): Promise<{ readonly bytes: number; readonly sha256: string }> {
      await add([tarEnd()]);
      await endFrame();
      await handle.sync();
      return readBack(handle, frames);
    },
    close: (): Promise<void> => handle.close(),
  };
}

async function readBack(handle: FileHandle, frames: readonly Frame[]) {
  const hash = createHash('sha256');
  let position = 0;
  for (const { length, digest } of frames) {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    if (bytesRead !== length || digestOf(await decompress(bytes)) !== digest)
      throw new Error('the archive cannot be read back');
    hash.update(bytes);
    position += length;
  }
  return { bytes: position, sha256: hash.digest('hex') };
}

interface ManifestFiles {
  readonly base: string;
  readonly text: string;
  readonly sha256: string;
  readonly signature: string;
  /** SHA-256 of the object, hex. */
  readonly object: string;
}

/** Writes the manifest, its signature and the checksums beside the object, under temporary names. */
export async function writeManifest(
  folder: string,
  { base, text, sha256, signature, object }: ManifestFiles,
): Promise<void> {
  await writeDurably(path.join(folder, signatureName(base) + partSuffix), signature);
  await writeDurably(path.join(folder, sumsName(base) + partSuffix), sumsOf(base, { object, sha256 }));
  await writeDurably(path.join(folder, manifestName(base) + partSuffix), text);
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
