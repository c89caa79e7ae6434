import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../../shared/failure.ts';
import { type BesideName, besideHashes, besideNames } from '../../../shared/stored/settings/environment.ts';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import { encryptedEnding } from '../../base/encrypted/encrypted-copy.ts';
import { inFolder, type OutsideFolder, removeUnfinished } from '../../base/outside/outside-folder.ts';
import { namesInOwn, removeOwn } from '../../base/platform/files/own-files.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { isOtherAlive } from '../../base/platform/system/process-alive.ts';
import { checkChain, type DocumentReaders } from '../ledger/check/check-chain.ts';
import { type CopyProgress, noteInCopy } from '../ledger/copy.ts';
import type { Head } from '../ledger/documents/entry.ts';
import { type Ledger, openArchive } from '../ledger/ledger.ts';
import { backupName, ledgerMark, readBackupName } from './backup-name.ts';
import { type BesideHashes, besideFile, copyBesides, publishAs } from './beside.ts';
import { withFileFailures } from './file-failures.ts';

export interface BackUpOptions {
  readonly ledger: Ledger;
  /** The destination: another disk, a USB stick or a share; made if missing, unless `mustExist`. */
  readonly folder: string;
  /** True if a missing folder is on a drive that is not connected. */
  readonly mustExist?: boolean | undefined;
  readonly vatNumber: string;
  readonly now: number;
  readonly readers: DocumentReaders;
  /** The databases beside the ledger (see `besidesOf`); by default none. */
  readonly besides?: Readonly<Record<BesideName, string>> | undefined;
  /** A folder on the ledger's disk: the copy is made and checked there, and others see only the finished backup. */
  readonly scratch: string;
  /** The data folder, in which a folder for backups may not be. */
  readonly ownFolder?: string | undefined;
  /** Encrypts the backup. */
  readonly key?: BackupKey | undefined;
  /**
   * The number of backups of this ledger to keep in the folder, including the new one; at least 1. The last backup of
   * each of the same number of days is kept too.
   */
  readonly keep: number;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Stops the backup; it rejects with the signal's reason and leaves nothing behind. */
  readonly signal?: AbortSignal;
}

export interface Backup {
  readonly file: string;
  /** The newest document; undefined for an empty ledger. */
  readonly head: Head | undefined;
  readonly bytes: number;
  /** The system's number of its file system, or the serial number of a Windows volume. */
  readonly disk: number;
  /** True if every user of the machine may remove or replace the backup. */
  readonly isOpenToAll: boolean;
  /** The databases that are damaged and therefore missing. */
  readonly damaged: readonly BesideName[];
}

/**
 * The number of newest documents whose bytes are read and hashed, at about a millisecond each. Earlier documents were
 * read for an earlier backup; only their rows and links are checked.
 */
const documentsRead = 1_000;
/** The number of documents indexed for search before other work may run. */
const indexedPerTick = 200;

/**
 * Copies the ledger into a file of its own while sales continue, checks the copy, and only then gives it its name, so
 * that an interrupted backup leaves no file that looks like one. The other databases lie beside it, see beside.ts. A
 * backup contains no secret, because the ledger has none. It can be read anywhere, and continued if the vault still
 * exists.
 * @throws FailureError `backup-broken` (detail `found`), `document-damaged` (the copy is exact, but the ledger differs
 * from
 * what was issued), `disk-full`, `folder-unusable`, `database-busy`
 */
export function backUp(options: BackUpOptions): Promise<Backup> {
  const { folder, ledger, mustExist, ownFolder, scratch } = options;
  const part = path.join(scratch, `${partPrefix(ledger)}${process.pid}.part`);
  const inPlace = <T>(work: (place: OutsideFolder) => Promise<T>) =>
    inFolder(folder, { ownFolder, ...(!mustExist && { make: privateFolder }) }, work);

  return withFileFailures(async () => {
    // A folder that cannot be written is refused before the copy, which takes long.
    await inPlace((place) => removeUnfinished(place, Date.now()));
    await removeParts(scratch, ledger);
    try {
      const { head, hashes, damaged } = await copyBooks(part, options);
      return await inPlace(async (place) => {
        const name = await publishBackup(place, part, { ...options, head, hashes });
        const { size = 0, dev = 0 } = (await place.look(name)) ?? {};
        const { isOpenToAll } = place;
        return {
          file: path.join(folder, name),
          head,
          bytes: Number(size),
          disk: Number(dev),
          isOpenToAll,
          damaged,
        };
      });
    } finally {
      await removeParts(scratch, ledger).catch(() => undefined);
    }
  });
}

/** Copies the ledger and the databases beside it, and checks the ledger's copy. */
async function copyBooks(part: string, options: BackUpOptions) {
  const { ledger, readers, besides, onProgress, signal } = options;
  // A backup is read-only, so its search index must be complete.
  while (ledger.search.index(indexedPerTick) === indexedPerTick) await setImmediate();
  const [found] = await ledger.copyTo(part, { onProgress, signal });
  if (found !== undefined) fail('backup-broken', { detail: { found } });
  const head = await checkedHead(part, ledger, readers);
  signal?.throwIfAborted();
  const copied =
    besides === undefined
      ? undefined
      : await copyBesides(besides, { partOf: (name) => `${part}-${name}`, signal });
  const { hashes = {}, damaged = [] } = copied ?? {};
  // The copy lists its own files, but none of the backup from which this ledger was restored.
  noteInCopy(part, besideHashes, hashes);
  return { head, hashes, damaged };
}

/** Puts the copies into the folder, the ledger last, and removes old backups. Returns the name of the ledger's. */
async function publishBackup(
  place: OutsideFolder,
  part: string,
  options: BackUpOptions & { readonly head: Head | undefined; readonly hashes: BesideHashes },
): Promise<string> {
  const { vatNumber, ledger, now, head, hashes, key, keep, signal } = options;
  const icv = head?.icv ?? 0;
  const isEncrypted = key !== undefined;
  const name = backupName({ vatNumber, ledgerId: ledger.id, icv, at: now, isEncrypted });
  for (const kind of besideNames)
    if (hashes[kind] !== undefined)
      await publishAs(`${part}-${kind}`, place, besideFile(name, kind), { key, kind, signal });
  await publishAs(part, place, name, { key, kind: 'ledger', signal });
  await prune(place, name, Math.max(1, keep));
  return name;
}

/** Returns the newest document of a copy of this ledger, after checking its bytes. */
async function checkedHead(
  part: string,
  ledger: Ledger,
  readers: DocumentReaders,
): Promise<Head | undefined> {
  const copy = openArchive(part) ?? fail('backup-broken', { detail: { found: 'another form' } });
  try {
    const head = copy.chain.head();
    const last = head?.icv ?? 0;
    if (copy.id !== ledger.id || ledger.chain.hashAt(last) !== head?.hash)
      fail('backup-broken', { detail: { found: 'another ledger' } });
    const first = Math.max(1, last - documentsRead + 1);
    const before = copy.chain.hashAt(first - 1);
    const { broken } = await checkChain(
      copy.documents.inOrder({ first, last }),
      readers,
      before === undefined ? undefined : { icv: first - 1, hash: before },
    );
    if (broken) {
      const code = (await isDamagedAt(broken.icv, ledger, readers)) ? 'document-damaged' : 'backup-broken';
      fail(code, { detail: { found: broken.what, icv: broken.icv } });
    }
    return head;
  } finally {
    copy.close();
  }
}

/**
 * Returns true when the ledger's own document differs from what was issued, or does not follow the previous document.
 */
async function isDamagedAt(icv: number, ledger: Ledger, readers: DocumentReaders): Promise<boolean> {
  const before = ledger.chain.hashAt(icv - 1);
  const after = icv === 1 || before === undefined ? undefined : { icv: icv - 1, hash: before };
  const { broken } = await checkChain(ledger.documents.inOrder({ first: icv, last: icv }), readers, after);
  return broken !== undefined;
}

const partPrefix = (ledger: Ledger) => `.${ledgerMark(ledger.id)}-`;

/**
 * Removes unfinished backups of this ledger and their SQLite files, except those that another process on this machine
 * is still writing.
 */
async function removeParts(folder: string, ledger: Ledger): Promise<void> {
  const prefix = partPrefix(ledger);
  for (const name of namesInOwn(folder)) {
    if (!name.startsWith(prefix)) continue;
    const [, pid] = /^(\d+)\.part(?:-\w+)?$/.exec(name.slice(prefix.length)) ?? [];
    if (pid !== undefined && !isOtherAlive(Number(pid))) removeOwn(path.join(folder, name));
  }
}

const dayOf = (name: string) => readBackupName(name)?.taken.slice(0, 8);

/**
 * Removes the oldest backups of this ledger, never the new one, even if an older one has a later date. The last backup
 * of each of the same number of days stays too: many backups in one day must not displace those made before something
 * went wrong.
 */
async function prune(folder: OutsideFolder, made: string, keep: number): Promise<void> {
  const { ledger } = readBackupName(made) ?? {};
  const others = (await folder.names())
    .flatMap((name) => {
      const parsedName = readBackupName(name);
      return parsedName !== undefined && parsedName.ledger === ledger && name !== made
        ? { name, ...parsedName }
        : [];
    })
    .toSorted((a, b) => b.icv - a.icv || b.taken.localeCompare(a.taken));
  const days = new Set([dayOf(made)]);
  for (const [index, { name }] of others.entries()) {
    const isLastOfDay = !days.has(dayOf(name));
    if (isLastOfDay) days.add(dayOf(name));
    if (index >= keep - 1 && !(isLastOfDay && days.size <= keep)) await folder.remove(name);
  }
  await removeOrphans(folder, ledger);
}

/** Removes files whose backup no longer exists. */
async function removeOrphans(folder: OutsideFolder, ledger: string | undefined): Promise<void> {
  const names = await folder.names();
  const endings = besideNames.flatMap((name) =>
    ['', encryptedEnding].map((encrypted) => ({
      ending: besideFile(`.khatm${encrypted}`, name),
      encrypted,
    })),
  );
  for (const name of names) {
    const found = endings.find(({ ending }) => name.endsWith(ending));
    if (found === undefined) continue;
    const backup = `${name.slice(0, -found.ending.length)}.khatm${found.encrypted}`;
    const isOurs = readBackupName(backup)?.ledger === ledger && ledger !== undefined;
    if (isOurs && !names.includes(backup)) await folder.remove(name);
  }
}
