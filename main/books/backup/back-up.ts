import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../../shared/failure.ts';
import { type BesideName, besideHashes, besideNames } from '../../../shared/stored/settings/environment.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { isOtherAlive } from '../../base/platform/system/process-alive.ts';
import { checkChain, type DocumentReaders } from '../ledger/check/check-chain.ts';
import { type CopyProgress, noteInCopy } from '../ledger/copy.ts';
import type { Head } from '../ledger/documents/entry.ts';
import { type Ledger, openArchive } from '../ledger/ledger.ts';
import { backupName, encryptedEnding, ledgerMark, readBackupName } from './backup-name.ts';
import { besideFile, copyBesides, type Encryption, publishAs } from './beside.ts';
import { withFileFailures } from './durable-file.ts';

export interface BackUpOptions {
  readonly ledger: Ledger;
  /** The destination: another disk, a USB stick or a share; created if missing, unless `mustExist`. */
  readonly folder: string;
  /** True if a missing folder is on a drive that is not connected. */
  readonly mustExist?: boolean | undefined;
  readonly vatNumber: string;
  readonly now: number;
  readonly readers: DocumentReaders;
  /** The databases beside the ledger (see `besidesOf`); by default none. */
  readonly besides?: Readonly<Record<BesideName, string>> | undefined;
  /** Encrypts the backup. The copy is made and checked on the ledger's disk, so that the target only gets it encrypted. */
  readonly encryption?: Encryption | undefined;
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
  const {
    ledger,
    folder,
    mustExist,
    vatNumber,
    now,
    readers,
    keep,
    besides,
    encryption,
    onProgress,
    signal,
  } = options;
  const work = encryption?.scratch ?? folder;
  const part = path.join(work, `${partPrefix(ledger)}${process.pid}.part`);

  return withFileFailures(async () => {
    if (mustExist) await access(folder, constants.W_OK);
    else await mkdir(folder, { recursive: true, mode: privateFolder });
    for (const each of new Set([work, folder])) await removeParts(each, ledger);
    try {
      // A backup is read-only, so its search index must be complete.
      while (ledger.search.index(indexedPerTick) === indexedPerTick) await setImmediate();
      const [found] = await ledger.copyTo(part, { onProgress, signal });
      if (found !== undefined) fail('backup-broken', { detail: { found } });
      const head = await checkedHead(part, ledger, readers);
      signal?.throwIfAborted();
      const file = path.join(
        folder,
        backupName({
          vatNumber,
          ledgerId: ledger.id,
          icv: head?.icv ?? 0,
          at: now,
          isEncrypted: encryption !== undefined,
        }),
      );
      const partOf = (name: BesideName) => `${part}-${name}`;
      const copied = besides === undefined ? undefined : await copyBesides(besides, { partOf, signal });
      const { hashes = {}, damaged = [] } = copied ?? {};
      // The copy lists its own files, but none of the backup from which this ledger was restored.
      noteInCopy(part, besideHashes, hashes);
      for (const name of besideNames)
        if (hashes[name] !== undefined)
          await publishAs(partOf(name), besideFile(file, name), { encryption, kind: name, signal });
      await publishAs(part, file, { encryption, kind: 'ledger', signal });
      const { size: bytes } = await stat(file);
      await prune(folder, file, Math.max(1, keep));
      return { file, head, bytes, damaged };
    } finally {
      // The folder may be on a drive that was pulled out; files left on it are removed before the next backup.
      for (const each of new Set([work, folder])) await removeParts(each, ledger).catch(() => undefined);
    }
  });
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
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const [, pid] = /^(\d+)\.part(?:-\w+)?$/.exec(name.slice(prefix.length)) ?? [];
    if (pid !== undefined && !isOtherAlive(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

const dayOf = (name: string) => readBackupName(name)?.taken.slice(0, 8);

/**
 * Removes the oldest backups of this ledger, never the new one, even if an older one has a later date. The last backup
 * of each of the same number of days stays too: many backups in one day must not displace those made before something
 * went wrong.
 */
async function prune(folder: string, made: string, keep: number): Promise<void> {
  const { ledger } = readBackupName(path.basename(made)) ?? {};
  const others = (await readdir(folder))
    .flatMap((name) => {
      const parsedName = readBackupName(name);
      return parsedName !== undefined && parsedName.ledger === ledger && name !== path.basename(made)
        ? { name, ...parsedName }
        : [];
    })
    .toSorted((a, b) => b.icv - a.icv || b.taken.localeCompare(a.taken));
  const days = new Set([dayOf(path.basename(made))]);
  for (const [index, { name }] of others.entries()) {
    const isLastOfDay = !days.has(dayOf(name));
    if (isLastOfDay) days.add(dayOf(name));
    if (index >= keep - 1 && !(isLastOfDay && days.size <= keep))
      await rm(path.join(folder, name), { force: true });
  }
  await removeOrphans(folder, ledger);
}

/** Removes files whose backup no longer exists. */
async function removeOrphans(folder: string, ledger: string | undefined): Promise<void> {
  const names = await readdir(folder);
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
    if (isOurs && !names.includes(backup)) await rm(path.join(folder, name), { force: true });
  }
}
