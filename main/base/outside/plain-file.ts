import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { ask } from './ask.ts';
import { OutsideError } from './outside-error.ts';

/** Windows has none of these; there the file that was opened is compared with the name that was looked at. */
const noWaiting = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface Named {
  /** The path by which the system finds the file. */
  readonly at: string;
  /** The path for a person. */
  readonly name: string;
  readonly root: string;
}

/** A plain file outside the data folder that is open for reading. Its owner closes it. */
export interface OutsideFile {
  /** Its state when it was opened; no more bytes than this are read. */
  readonly stats: BigIntStats;
  readonly size: number;
  /** Returns up to `length` bytes from a position, fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** Returns the whole file in pieces. @param from the first byte */
  pieces(from?: number): AsyncGenerator<Buffer>;
  /** Returns its state now. */
  look(): Promise<BigIntStats>;
  close(): Promise<void>;
}

const pieceBytes = 1024 * 1024;

/**
 * Opens a file without following a link and without waiting for another program.
 * @returns undefined if there is none
 * @throws OutsideError `place-link`, `place-not-plain`, `place-silent`
 */
export async function openPlain(named: Named): Promise<OutsideFile | undefined> {
  const { at, name, root } = named;
  const before = await ask(() => lstat(at, { bigint: true }).catch(unlessMissing), { name, root });
  if (before === undefined) return undefined;
  checkPlain(before, name);
  const handle = await ask(() => open(at, constants.O_RDONLY | noWaiting).catch(refused(name)), {
    name,
    root,
    onLate: (late) => void (late && closeFile(late, named)),
  });
  if (handle === undefined) return undefined;
  try {
    const stats = await ask(() => handle.stat({ bigint: true }), { name, root });
    checkPlain(stats, name);
    if (stats.ino !== before.ino || stats.dev !== before.dev) throw new OutsideError('place-link', name);
    return fileOf(handle, stats, named);
  } catch (error) {
    await closeFile(handle, named);
    throw error;
  }
}

function fileOf(handle: FileHandle, stats: BigIntStats, named: Named): OutsideFile {
  const { name, root } = named;
  const size = Number(stats.size);
  const read = async (position: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    let done = 0;
    while (done < bytes.length) {
      const from = done;
      const { bytesRead } = await ask(() => handle.read(bytes, from, bytes.length - from, position + from), {
        name,
        root,
      });
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  };
  return {
    stats,
    size,
    read,
    async *pieces(from = 0) {
      for (let position = from; position < size; ) {
        const bytes = await read(position, pieceBytes);
        if (bytes.length === 0) return;
        position += bytes.length;
        yield bytes;
      }
    },
    look: () => ask(() => handle.stat({ bigint: true }), { name, root }),
    close: () => closeFile(handle, named),
  };
}

/** Refuses anything but a plain file. @throws OutsideError `place-link`, `place-not-plain` */
export function checkPlain(stats: BigIntStats, name: string): void {
  if (stats.isFile()) return;
  throw new OutsideError(stats.isSymbolicLink() ? 'place-link' : 'place-not-plain', name);
}

/** Closes a file whose bytes are safe already, or were only read; a failure says nothing then. */
export async function closeFile(
  handle: Pick<FileHandle, 'close'>,
  { name, root }: Pick<Named, 'name' | 'root'>,
): Promise<void> {
  await ask(() => handle.close(), { name, root, isKept: true }).catch(() => undefined);
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Names what took the place of a plain file since it was looked at. */
const refused = (name: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ELOOP' || error.code === 'EMLINK') throw new OutsideError('place-link', name);
  if (error.code === 'ENXIO') throw new OutsideError('place-not-plain', name);
  return unlessMissing(error);
};
