import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UpdateTrouble } from '../../../shared/update.ts';
import { digestOfFile, piecesOfFile } from '../../base/outside/outside-folder.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { freeBytesOf, isOwnThere } from '../../base/platform/files/own-files.ts';
import { privateFile } from '../../base/platform/files/private-files.ts';
import { publish } from '../../base/platform/files/sync-files.ts';
import type { ManifestFile } from './manifest.ts';
import type { Source } from './source.ts';

export interface DownloadOptions {
  readonly source: Source;
  readonly file: ManifestFile;
  /** The folder of the file; made if missing. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((bytes: number) => void) | undefined;
  /** Returns the free bytes of a folder's disk. */
  readonly freeBytes?: ((folder: string) => number) | undefined;
}

/** The bytes that must stay free beyond the file and its installation, because the books keep growing. */
const reserveBytes = 100 * 1024 * 1024;
/** The number of milliseconds without a byte after which the connection counts as cut. */
const stallMs = 60_000;
/** The number of reconnections in one attempt, while each transfers something. */
const connectionsAtMost = 20;

/**
 * Fetches a file of a manifest. It is hashed while it arrives, continues where an earlier attempt was interrupted, and
 * gets its name only when it is complete and its hash is right.
 * @returns its path, or the reason why there is none
 */
export async function download(options: DownloadOptions): Promise<{ path: string } | UpdateTrouble> {
  const { file, folder, freeBytes = freeBytesOf } = options;
  const whole = path.join(folder, file.name);
  const part = path.join(folder, `${file.name}.${file.sha256.slice(0, 16)}.part`);
  try {
    makeFolders(folder);
    if (isOwnThere(whole) && (await isFile(whole, file))) return { path: whole };
    const begun = (await stat(part).catch(() => undefined))?.size ?? 0;
    // The installation needs the same space again.
    if (freeBytes(folder) < file.size - Math.min(begun, file.size) + file.size + reserveBytes)
      return 'no-room';
    const trouble = await fetchInto(part, options);
    if (trouble !== undefined) return trouble;
    await publish(part, whole);
    return { path: whole };
  } catch (error) {
    if (!isFull(error)) throw error;
    // The partial file is removed, because the books need the space.
    await rm(part, { force: true });
    return 'disk-full';
  }
}

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String((error as NodeJS.ErrnoException).code));

/** Returns true when a file is exactly the one in the manifest; what is no plain file is not. */
export async function isFile(
  at: string,
  { size, sha256 }: Pick<ManifestFile, 'size' | 'sha256'>,
): Promise<boolean> {
  const digest = await digestOfFile(at, size).catch(() => undefined);
  return digest?.size === size && digest.sha256 === sha256;
}

async function fetchInto(part: string, options: DownloadOptions): Promise<UpdateTrouble | undefined> {
  const { file } = options;
  for (let connections = 0; connections < connectionsAtMost; connections++) {
    const { have, hash } = await begunOf(part, file.size);
    if (have < file.size) {
      const handle = await open(part, 'a', privateFile);
      try {
        const appended = await appendTo(handle, have, hash, options);
        if (typeof appended === 'string') return appended;
        if (appended.isAnew) {
          await handle.truncate(0);
          continue;
        }
        if (appended.have > file.size) {
          await rm(part, { force: true });
          return 'file-differs';
        }
        if (appended.have < file.size) {
          // If a connection transfers nothing, the next one would probably not either.
          if (appended.have > have && options.signal?.aborted !== true) continue;
          return 'cut';
        }
      } finally {
        await handle.close();
      }
    }
    if (hash.digest('hex') === file.sha256) return undefined;
    await rm(part, { force: true });
    return 'file-differs';
  }
  return 'cut';
}

/** Hashes the part left by an earlier attempt; a part longer than the file may be is removed. */
async function begunOf(part: string, size: number): Promise<{ have: number; hash: Hash }> {
  const hash = createHash('sha256');
  const { size: have = 0 } = (await stat(part).catch(() => undefined)) ?? {};
  if (have === 0) return { have, hash };
  if (have > size) {
    await rm(part, { force: true });
    return { have: 0, hash };
  }
  for await (const bytes of piecesOfFile(part)) hash.update(bytes);
  return { have, hash };
}

/** Appends the bytes of one connection. @returns the bytes there now; `isAnew` when it began at the start */
async function appendTo(
  handle: FileHandle,
  begun: number,
  hash: Hash,
  { source, file, clock, signal, onProgress }: DownloadOptions,
): Promise<{ have: number; isAnew?: boolean } | UpdateTrouble> {
  const stalled = new AbortController();
  const watch = () => clock.after(stallMs, () => stalled.abort(new Error('nothing came')));
  let cancel = watch();
  let have = begun;
  try {
    const both = signal === undefined ? stalled.signal : AbortSignal.any([signal, stalled.signal]);
    const opened = await source.open(file.name, begun, both);
    if (typeof opened === 'string') return opened;
    if (opened.from !== begun) return { have: 0, isAnew: true };
    for await (const bytes of opened.body) {
      cancel();
      have += bytes.length;
      if (have > file.size) break;
      await handle.writeFile(bytes);
      hash.update(bytes);
      onProgress?.(have);
      cancel = watch();
    }
    return { have };
  } catch (error) {
    if (isFull(error) || isOwnDisk(error)) throw error;
    return { have };
  } finally {
    cancel();
    // This ends a connection whose rest nobody reads.
    stalled.abort();
  }
}

/** Returns true for an error in writing; an error in reading from the source counts as an interruption. */
const isOwnDisk = (error: unknown) => (error as NodeJS.ErrnoException).syscall === 'write';
