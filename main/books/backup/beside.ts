import path from 'node:path';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import { type BesideName, besideNames } from '../../../shared/stored/settings/environment.ts';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import {
  checkEncrypted,
  type EncryptedKind,
  encryptedPieces,
  takeCopy,
} from '../../base/encrypted/encrypted-copy.ts';
import { digestOfFile, inFile, isPlainFile, type OutsideFolder } from '../../base/outside/outside-folder.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { isOwnFile, removeOwn } from '../../base/platform/files/own-files.ts';
import { publish } from '../../base/platform/files/sync-files.ts';
import { checkDatabaseCopy, copyDatabase } from '../ledger/copy.ts';
import { withFileFailures } from './file-failures.ts';
import { endings } from './restore-note.ts';

/*
 * A backup covers every database of a terminal. The backup itself is the ledger; the other databases are beside it,
 * under the same name with another ending. People and their PINs are not included: they do not belong on a portable
 * disk, and the vault has the list.
 */

/** The databases beside the ledger of the environment in this folder. */
export function besidesOf(environmentFolder: string): Readonly<Record<BesideName, string>> {
  return {
    integration: path.join(environmentFolder, 'integration.db'),
    terminal: path.join(path.dirname(environmentFolder), 'terminal.db'),
    catalogue: path.join(path.dirname(environmentFolder), 'catalogue.db'),
  };
}

/** The tables that are kept; of terminal.db only the settings. */
const tablesKept: Readonly<Record<BesideName, readonly string[] | undefined>> = {
  integration: undefined,
  terminal: ['setting'],
  catalogue: undefined,
};

export function besideFile(backup: string, name: BesideName): string {
  const [, base = backup, encrypted = ''] = /^(.*)\.khatm(\.encrypted)?$/s.exec(backup) ?? [];
  return `${base}.${name}.db${encrypted}`;
}

/**
 * SHA-256 of the files beside a backup, before encryption. The backup stores them among its settings, so that no file
 * of another backup is mistaken for its own.
 */
export type BesideHashes = Readonly<Partial<Record<BesideName, string>>>;

/**
 * Copies the databases beside a ledger.
 * @param options `partOf`: the file of a copy
 * @returns the hashes of the copies, and the damaged ones, which are left out and do not stop the backup of the ledger
 * @throws FailureError `disk-full`, `folder-unusable`, `database-busy`
 */
export async function copyBesides(
  files: Readonly<Record<BesideName, string>>,
  options: { partOf(name: BesideName): string; readonly signal: AbortSignal | undefined },
): Promise<{ readonly hashes: BesideHashes; readonly damaged: BesideName[] }> {
  const { partOf, signal } = options;
  const damaged: BesideName[] = [];
  const hashes: Partial<Record<BesideName, string>> = {};
  for (const name of besideNames) {
    if (!isOwnFile(files[name])) continue;
    const part = partOf(name);
    removeOwn(part);
    if (await isDamaged(() => copyDatabase(files[name], part, { signal, tables: tablesKept[name] })))
      damaged.push(name);
    else hashes[name] = (await digestOfFile(part)).sha256;
  }
  return { hashes, damaged };
}

/**
 * Puts a finished copy into a folder of backups, encrypted if there is a key, and reads it there again.
 * @throws FailureError `backup-broken` when it cannot be decrypted again
 */
export async function publishAs(
  part: string,
  folder: OutsideFolder,
  name: string,
  options: {
    readonly key: BackupKey | undefined;
    readonly kind: EncryptedKind;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { key, kind, signal } = options;
  const file = await folder.begin();
  try {
    await inFile(part, async (from) => {
      for await (const bytes of key === undefined
        ? from.pieces()
        : encryptedPieces(from, { key, kind, signal })) {
        signal?.throwIfAborted();
        await file.write(bytes);
      }
    });
    await file.check();
    if (key !== undefined) await checkEncrypted(file, kind, key);
    await file.keep(name);
    await folder.sync();
  } finally {
    await file.end();
  }
}

/**
 * kept: a database exists here and is newer than the backup's · damaged: the backup's is damaged · foreign: the file
 * belongs to another backup · absent: the backup has none.
 */
export type PutBack = 'put-back' | 'kept' | 'damaged' | 'foreign' | 'absent';

interface PutBackOptions {
  readonly key: BackupKey | undefined;
  /** The hashes that the backup has; undefined if they are not known. */
  readonly hashes: BesideHashes | undefined;
}

/** The file of a database that is ready to take its place. */
export const stagedFile = (target: string) => `${target}.restored`;

/**
 * Prepares a database that was backed up beside the ledger for its restore. An existing database is newer and stays.
 * @returns `put-back` when it is ready
 * @throws FailureError `disk-full`, `folder-unusable`, `backup-key-needed`, `backup-key-wrong`
 */
export function stageBeside(
  backup: string,
  name: BesideName,
  target: string,
  { key, hashes }: PutBackOptions,
): Promise<PutBack> {
  return withFileFailures(async () => {
    if (isOwnFile(target)) return 'kept';
    const source = besideFile(backup, name);
    if (!(await isPlainFile(source))) return 'absent';
    const part = stagedFile(target);
    makeFolders(path.dirname(target));
    // SQLite would apply the log left by an interrupted copy to this database.
    for (const ending of endings) removeOwn(part + ending);
    let result: PutBack = 'damaged';
    try {
      if (await isDamaged(() => takeCopy(source, part, { key, kind: name }).then(() => []))) return result;
      if (hashes !== undefined && hashes[name] !== (await digestOfFile(part)).sha256) {
        result = 'foreign';
        return result;
      }
      if (!(await isDamaged(() => checkDatabaseCopy(part)))) result = 'put-back';
      return result;
    } finally {
      if (result !== 'put-back') removeOwn(part);
    }
  });
}

/** Restores a database that was backed up beside the ledger, if there is none yet; see `stageBeside`. */
export async function putBackBeside(
  backup: string,
  name: BesideName,
  target: string,
  options: PutBackOptions,
): Promise<PutBack> {
  const result = await stageBeside(backup, name, target, options);
  if (result === 'put-back') await withFileFailures(() => publish(stagedFile(target), target));
  return result;
}

/** Returns true if the file beside a backup belongs to it, or if that is unknown. */
export async function isOwnBeside(
  backup: string,
  name: BesideName,
  { key, hashes, scratch }: PutBackOptions & { readonly scratch: string },
): Promise<boolean> {
  const source = besideFile(backup, name);
  if (hashes === undefined || !(await isPlainFile(source))) return true;
  try {
    await takeCopy(source, scratch, { key, kind: name });
    return (await digestOfFile(scratch)).sha256 === hashes[name];
  } finally {
    removeOwn(scratch);
  }
}

const damage: readonly FailureCode[] = ['ledger-broken', 'backup-broken'];

async function isDamaged(look: () => Promise<readonly string[]>): Promise<boolean> {
  try {
    return (await look()).length > 0;
  } catch (error) {
    if (error instanceof FailureError && damage.includes(error.failure.code)) return true;
    throw error;
  }
}
