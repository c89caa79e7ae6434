import { createHash, randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import {
  access,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../platform/files/move-file.ts';
import { privateFile } from '../platform/files/private-files.ts';
import { ask } from './ask.ts';
import { type NewFile, openNew, syncMs } from './new-file.ts';
import { OutsideError } from './outside-error.ts';
import { closeFile, type OutsideFile, openPlain, unlessMissing } from './plain-file.ts';

/*
 * A folder outside the data folder, in which others may write. The person's own path may lead through links. Below it no
 * link is followed: on Linux each name is looked up in the folder that is open, wherever its path leads by then; on
 * other systems each call first compares the folder at the path with the one that was opened.
 */

/** The state of a file, folder or link, with exact numbers. */
export type FileState = BigIntStats;

/** A folder that is open; whatever it does fails with `OutsideError` or with the system's own error. */
export interface OutsideFolder {
  /** The path for a person. */
  readonly path: string;
  /** Returns the folder of this name in it. @throws OutsideError `place-link`, `place-not-plain`, `place-own` */
  folder(name: string, options?: MakeOptions): Promise<OutsideFolder>;
  /** Returns the names in it, in no order. */
  names(): Promise<string[]>;
  /** Returns the state of a file, folder or link of this name; undefined if there is none. */
  look(name: string): Promise<BigIntStats | undefined>;
  /** Opens a plain file for reading; undefined if there is none. The caller closes it. */
  open(name: string): Promise<OutsideFile | undefined>;
  /**
   * Returns the content of a plain file; undefined if there is none.
   * @throws RangeError for a file of more bytes than this
   */
  read(name: string, most: number): Promise<Buffer | undefined>;
  /** Begins a new file, which has its name only when it is complete. @param mode by default for this user only */
  begin(mode?: number): Promise<NewFile>;
  /** Writes a file, whole or not at all, in place of another one of this name. */
  write(name: string, content: string | Uint8Array, mode?: number): Promise<void>;
  move(name: string, to: OutsideFolder, newName: string): Promise<void>;
  /** Removes a file or link; it may be missing. */
  remove(name: string): Promise<void>;
  /** Removes a folder with everything in it, and no more than a link of that name; it may be missing. */
  removeFolder(name: string): Promise<void>;
  /** Fails if this user may make no file in it. */
  requireWritable(): Promise<void>;
  /** Writes its names to the disk; Windows neither needs nor allows this. */
  sync(): Promise<void>;
  /** True if every user of the machine may write in it and remove the files of others; always false on Windows. */
  readonly isOpenToAll: boolean;
  /** The path by which the system finds a name in it. */
  at(name: string): Promise<string>;
}

export interface MakeOptions {
  /** Makes it if it is missing, with this mode; the folder above it must exist. */
  readonly make?: number | undefined;
}

export interface PlaceOptions extends MakeOptions {
  /** The folder of the program's own files, in which no place may be. */
  readonly ownFolder?: string | undefined;
}

const isLinux = process.platform === 'linux';
const folderFlags =
  constants.O_RDONLY |
  (constants.O_DIRECTORY ?? 0) |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
const [writableByAll, sticky] = [0o002n, 0o1000n];

type Identity = Pick<BigIntStats, 'dev' | 'ino'>;
const isSame = (one: Identity, other: Identity) => one.dev === other.dev && one.ino === other.ino;

interface Opening {
  readonly root: string;
  readonly ownFolder: Identity | undefined;
  readonly toClose: (() => Promise<void>)[];
}

/**
 * Opens the folder that a person named, and closes it after the work.
 * @throws OutsideError `place-own`, `place-silent`, and whatever the work throws
 */
export async function inFolder<T>(
  given: string,
  options: PlaceOptions,
  work: (folder: OutsideFolder) => Promise<T>,
): Promise<T> {
  const { place, close } = await openFolder(given, options);
  try {
    return await work(place);
  } finally {
    await close();
  }
}

/** Opens the folder that a person named, as `inFolder` does; the caller closes it. */
export async function openFolder(given: string, options: PlaceOptions = {}) {
  const root = path.resolve(given);
  const named = { name: root, root };
  const ownFolder = await ask(() => identityOf(options.ownFolder), named);
  const checkOwn = (real: string) => {
    if (ownFolder !== undefined && isWithin(real, ownFolder.path)) throw new OutsideError('place-own', root);
  };
  const real = await ask(() => realPathOf(root, options.make, checkOwn), named);
  const toClose: Opening['toClose'] = [];
  const close = async () => {
    for (const each of toClose.splice(0).toReversed()) await each();
  };
  try {
    return { place: await openAt(real, root, { root, ownFolder, toClose }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the plain file that a person named, and closes it after the work.
 * @throws OutsideError `place-link`, `place-not-plain`, `place-silent`; the system's `ENOENT` if there is none
 */
export function inFile<T>(file: string, work: (opened: OutsideFile) => Promise<T>): Promise<T> {
  return inFolder(path.dirname(file), {}, async (folder) => {
    const opened = (await folder.open(path.basename(file))) ?? missing(file);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  });
}

/**
 * Returns the content of the plain file that a person named.
 * @throws as `inFile`; RangeError for a file of more bytes than this
 */
export const readPlain = (file: string, most: number): Promise<Buffer> =>
  inFile(file, (opened) => {
    if (opened.size > most) throw new RangeError(`${file}: must have at most ${most} bytes`);
    return opened.read(0, opened.size);
  });

/** Returns the plain file that a person named in pieces; it is open while they are read. @throws as `inFile` */
export async function* piecesOfFile(file: string, from = 0, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const { place, close } = await openFolder(path.dirname(file));
  try {
    const opened = (await place.open(path.basename(file))) ?? missing(file);
    try {
      for await (const bytes of opened.pieces(from)) {
        signal?.throwIfAborted();
        yield bytes;
      }
    } finally {
      await opened.close();
    }
  } finally {
    await close();
  }
}

/**
 * Returns the size and the SHA-256, hexadecimal, of a plain file.
 * @param only the size that it must have; one of another size is not read
 * @throws as `inFile`
 */
export const digestOfFile = (file: string, only?: number): Promise<{ size: number; sha256: string }> =>
  inFile(file, async ({ size, pieces }) => {
    const hash = createHash('sha256');
    if (only === undefined || only === size) for await (const bytes of pieces()) hash.update(bytes);
    return { size, sha256: hash.digest('hex') };
  });

const missing = (file: string): never => {
  throw Object.assign(new Error(`${file}: no such file`), { syscall: 'open', code: 'ENOENT', path: file });
};

/** Returns the path without links, for a file that only the person who started the program names. */
export const realFile = (file: string): Promise<string> =>
  ask(() => realpath(file), { name: file, root: path.dirname(path.resolve(file)) });

/** Returns true for a plain file that can be opened. @throws OutsideError for anything else of that name */
export const isPlainFile = (file: string): Promise<boolean> =>
  inFile(file, async () => true).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return false;
    throw error;
  });

/** Returns the path without links. @param check refuses a path, before a folder is made there */
async function realPathOf(
  folder: string,
  make: number | undefined,
  check: (real: string) => void,
): Promise<string> {
  const found = await realpath(folder).catch(unlessMissing);
  if (found !== undefined) {
    check(found);
    return found;
  }
  const target = path.join(await realpath(path.dirname(folder)), path.basename(folder));
  check(target);
  // With `recursive`, a folder above it that cannot be made, as on a share that is offline, would be tried for ever.
  if (make !== undefined) await mkdir(target, { mode: make }).catch(unlessThere);
  const real = await realpath(target);
  check(real);
  return real;
}

async function identityOf(folder: string | undefined) {
  if (folder === undefined) return undefined;
  const real = await realpath(folder).catch(unlessMissing);
  return real === undefined ? undefined : { path: real, ...(await stat(real, { bigint: true })) };
}

function isWithin(folder: string, ownFolder: string): boolean {
  const from = path.relative(ownFolder, folder);
  return from === '' || (from !== '..' && !from.startsWith(`..${path.sep}`) && !path.isAbsolute(from));
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** @param at the path by which the system finds it @param name the path for a person */
async function openAt(at: string, name: string, opening: Opening): Promise<OutsideFolder> {
  const { root, ownFolder, toClose } = opening;
  const named = { name, root };
  const before = await ask(() => lstat(at, { bigint: true }), named);
  if (before.isSymbolicLink()) throw new OutsideError('place-link', name);
  if (!before.isDirectory()) throw new OutsideError('place-not-plain', name);
  if (ownFolder !== undefined && isSame(before, ownFolder)) throw new OutsideError('place-own', name);
  if (!isLinux) return folderOf({ name, opening, stats: before, at, handle: undefined });
  const handle = await ask(() => open(at, folderFlags), {
    ...named,
    onLate: (late) => void closeFile(late, named),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP' || error.code === 'ENOTDIR') throw new OutsideError('place-link', name);
    throw error;
  });
  toClose.push(() => closeFile(handle, named));
  const stats = await ask(() => handle.stat({ bigint: true }), named);
  if (!isSame(stats, before)) throw new OutsideError('place-link', name);
  return folderOf({ name, opening, stats, at: `/proc/self/fd/${handle.fd}`, handle });
}

interface Opened {
  readonly name: string;
  readonly opening: Opening;
  readonly stats: BigIntStats;
  readonly at: string;
  /** Keeps the folder open on Linux, where `at` leads to it. */
  readonly handle: FileHandle | undefined;
}

/** Refuses a name that leads elsewhere. */
function checkName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new TypeError(`${JSON.stringify(name)} is no name of a file`);
}

/** Finds the paths of an open folder and of the names in it. */
function pathsIn({ name: folder, opening: { root }, stats, at: base, handle }: Opened) {
  const named = (name: string) => ({ name: path.join(folder, name), root });
  const call = <T>(name: string, work: () => Promise<T>) => ask(work, named(name));
  /** Returns the path of the folder, which is still the one that was opened. */
  const here = async () => {
    if (handle !== undefined) return base;
    const now = await call('.', () => lstat(base, { bigint: true }));
    if (!now.isDirectory() || !isSame(now, stats)) throw new OutsideError('place-link', folder);
    return base;
  };
  const at = async (name: string) => {
    checkName(name);
    return path.join(await here(), name);
  };
  return { named, call, here, at };
}

function folderOf(opened: Opened): OutsideFolder {
  const { name: folder, opening, stats, handle } = opened;
  const { named, call, here, at } = pathsIn(opened);
  const self: OutsideFolder = {
    path: folder,
    at,
    isOpenToAll:
      process.platform !== 'win32' && (stats.mode & writableByAll) !== 0n && (stats.mode & sticky) === 0n,
    async folder(name, { make } = {}) {
      const place = await at(name);
      if (make !== undefined && (await self.look(name)) === undefined)
        await call(name, () => mkdir(place, { mode: make }).catch(unlessThere));
      return openAt(place, path.join(folder, name), opening);
    },
    async names() {
      const place = await here();
      return call('.', () => readdir(place));
    },
    async look(name) {
      const place = await at(name);
      return call(name, () => lstat(place, { bigint: true }).catch(unlessMissing));
    },
    open: async (name) => openPlain({ at: await at(name), ...named(name) }),
    async read(name, most) {
      const file = await self.open(name);
      if (file === undefined) return undefined;
      try {
        if (file.size > most) throw new RangeError(`${path.join(folder, name)} has more than ${most} bytes`);
        return await file.read(0, file.size);
      } finally {
        await file.close();
      }
    },
    async begin(mode = privateFile) {
      const part = newName();
      const place = await at(part);
      return openNew({ at: place, ...named(part) }, mode, async (name) => {
        const target = await at(name);
        await call(name, () => moveFile(place, target));
      });
    },
    async write(name, content, mode) {
      const file = await self.begin(mode);
      try {
        await file.write(typeof content === 'string' ? Buffer.from(content) : content);
        await file.keep(name);
      } finally {
        await file.end();
      }
    },
    async move(name, to, newName) {
      const [from, target] = [await at(name), await to.at(newName)];
      await call(name, () => moveFile(from, target));
    },
    async remove(name) {
      const place = await at(name);
      await call(name, () => rm(place, { force: true }));
    },
    async removeFolder(name) {
      if (!(await self.look(name))?.isDirectory()) return self.remove(name);
      const inner = await self.folder(name);
      for (const each of await inner.names()) await inner.removeFolder(each);
      const place = await at(name);
      await call(name, () => rmdir(place));
    },
    async requireWritable() {
      const place = await here();
      await call('.', () => access(place, constants.W_OK));
    },
    async sync() {
      if (handle !== undefined) await ask(() => handle.sync(), { ...named('.'), timeoutMs: syncMs });
    },
  };
  return self;
}

const newName = () => `.khatm-${randomUUID()}.part`;
const isNewName = (name: string) => /^\.khatm-[0-9a-f-]{36}\.part$/.test(name);
/** A file that has not been written to for this long in milliseconds is of a program that was killed. */
const leftAfterMs = 24 * 60 * 60_000;

/** Removes files that were begun in a folder and never finished. @param now milliseconds since 1970 */
export async function removeUnfinished(folder: OutsideFolder, now: number): Promise<void> {
  for (const name of (await folder.names()).filter(isNewName)) {
    const stats = await folder.look(name);
    if (stats?.isFile() === true && Number(stats.mtimeMs) < now - leftAfterMs) await folder.remove(name);
  }
}

/** The modes of files and folders that are meant for other programs too; the system takes away what the user chose. */
export const sharedFile = 0o666;
export const sharedFolder = 0o777;
