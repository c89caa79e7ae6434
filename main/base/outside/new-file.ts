import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { ask } from './ask.ts';
import { closeFile, type Named } from './plain-file.ts';

/** A file that is being written under a name that nobody can guess. */
export interface NewFile {
  /** The number of bytes so far. */
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Returns up to `length` bytes of what was written, from a position. */
  read(position: number, length: number): Promise<Buffer>;
  /** Writes it to the disk and compares it with what was written. @throws Error `EIO` if they differ */
  check(): Promise<void>;
  /** Writes it to the disk and gives it its name, in place of another file or link of that name. */
  keep(name: string): Promise<void>;
  /** Closes it, and removes it unless it was kept. */
  end(): Promise<void>;
}

const pieceBytes = 1024 * 1024;
/** The number of milliseconds in which a disk must have written what it was given. */
export const syncMs = 120_000;

/** @param rename gives the closed file its name */
export async function openNew(
  named: Named,
  mode: number,
  rename: (name: string) => Promise<void>,
): Promise<NewFile> {
  const { at, name, root } = named;
  const call = <T>(work: () => Promise<T>, timeoutMs?: number) => ask(work, { name, root, timeoutMs });
  // `x` follows no link, and fails if anything has the name.
  const handle = await ask(() => open(at, 'wx+', mode), {
    name,
    root,
    onLate: (late) => void closeFile(late, named),
  });
  const hash = createHash('sha256');
  let [bytes, isOpen, isKept, isSynced] = [0, true, false, false];
  const close = async () => {
    if (isOpen) await closeFile(handle, named);
    isOpen = false;
  };
  const readPiece = async (position: number, length: number) => {
    const piece = Buffer.alloc(Math.max(0, Math.min(length, bytes - position)));
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    return piece.subarray(0, bytesRead);
  };
  const sync = async () => {
    if (!isSynced) await handle.sync();
    isSynced = true;
  };
  return {
    get size() {
      return bytes;
    },
    read: (position, length) => call(() => readPiece(position, length)),
    async write(content) {
      for (let done = 0; done < content.length; ) {
        const piece = content.subarray(done, done + pieceBytes);
        const { bytesWritten } = await call(() => handle.write(piece, 0, piece.length, bytes));
        hash.update(piece.subarray(0, bytesWritten));
        done += bytesWritten;
        bytes += bytesWritten;
        isSynced = false;
      }
    },
    async check() {
      // One call for both: an archive has very many files, and a place gets one call at a time.
      const found = await call(async () => {
        await sync();
        return digestOf(readPiece);
      }, syncMs);
      if (hash.copy().digest('hex') !== found) throw notStored();
    },
    async keep(newName) {
      await call(sync, syncMs);
      await close();
      await rename(newName);
      isKept = true;
    },
    async end() {
      await close();
      if (!isKept) await call(() => rm(at, { force: true })).catch(() => undefined);
    },
  };
}

async function digestOf(read: NewFile['read']): Promise<string> {
  const hash = createHash('sha256');
  for (let position = 0; ; ) {
    const piece = await read(position, pieceBytes);
    if (piece.length === 0) return hash.digest('hex');
    hash.update(piece);
    position += piece.length;
  }
}

const notStored = () =>
  Object.assign(new Error('a file does not hold what was written'), { syscall: 'read', code: 'EIO' });
