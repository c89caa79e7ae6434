import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FailureCode, FailureError } from '../../shared/failure.ts';
import { checkDatabaseCopy, copyDatabase } from '../ledger/copy.ts';
import type { BackupKey } from './backup-key.ts';
import { publish, syncFile, withFileFailures } from './durable-file.ts';
import { checkSealed, type SealedKind, sealFile, takeCopy } from './sealed-copy.ts';

/*
 * A backup covers every database of a terminal: the ledger, which is the backup itself, and beside it the others under
 * the same name with another ending. People and their PINs are not included: a portable disk is no place for them, and
 * the vault has the list.
 */

/** integration: connections to other programs · terminal: its settings · catalogue: the articles. */
export const besideNames = ['integration', 'terminal', 'catalogue'] as const;
export type BesideName = (typeof besideNames)[number];

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

/** The path of the file beside a backup. */
export function besideFile(backup: string, name: BesideName): string {
  const [, base = backup, sealed = ''] = /^(.*)\.khatm(\.sealed)?$/s.exec(backup) ?? [];
  return `${base}.${name}.db${sealed}`;
}

/** The encryption of a backup. */
export interface Sealing {
  readonly key: BackupKey;
  /** A folder on the disk of the ledger, where copies lie until they are encrypted. */
  readonly scratch: string;
}

/**
 * Copies the databases beside a ledger beside its backup.
 * @param options `partOf`: the temporary file of a copy · `sealing`: encrypts each
 * @returns the damaged ones, which are left out and do not stop the backup of the ledger
 * @throws FailureError `disk-full`, `folder-unusable`, `database-busy`
 */
export async function backUpBesides(
  files: Readonly<Record<BesideName, string>>,
  backup: string,
  options: {
    partOf(name: BesideName): string;
    readonly sealing: Sealing | undefined;
    readonly signal: AbortSignal | undefined;
  },
): Promise<BesideName[]> {
  const { partOf, sealing, signal } = options;
  const damaged: BesideName[] = [];
  for (const name of besideNames) {
    if (!(await isThere(files[name]))) continue;
    const part = partOf(name);
    await rm(part, { force: true });
    if (await isDamaged(() => copyDatabase(files[name], part, { signal, tables: tablesKept[name] })))
      damaged.push(name);
    else await publishAs(part, besideFile(backup, name), { sealing, kind: name, signal });
  }
  return damaged;
}

/**
 * Gives a finished copy its name in a folder of backups; an encrypted one is written there, and the copy is removed.
 * @throws FailureError `backup-broken` when it cannot be decrypted again
 */
export async function publishAs(
  part: string,
  file: string,
  options: {
    readonly sealing: Sealing | undefined;
    readonly kind: SealedKind;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { sealing, kind, signal } = options;
  if (sealing === undefined) return publish(part, file);
  const sealed = path.join(path.dirname(file), path.basename(part));
  await sealFile(part, sealed, { key: sealing.key, kind, signal });
  await rm(part, { force: true });
  await syncFile(sealed);
  await checkSealed(sealed, kind, sealing.key);
  await publish(sealed, file);
}

/** kept: an existing one, newer than the backup's · damaged: the backup's is damaged · absent: the backup has none. */
export type PutBack = 'put-back' | 'kept' | 'damaged' | 'absent';

/**
 * Restores a database from beside a backup if there is none: an existing one is newer.
 * @param key of an encrypted backup
 * @throws FailureError `disk-full`, `folder-unusable`, `backup-key-needed`, `backup-key-wrong`
 */
export function putBackBeside(
  backup: string,
  name: BesideName,
  target: string,
  key: BackupKey | undefined,
): Promise<PutBack> {
  return withFileFailures(async () => {
    if (await isThere(target)) return 'kept';
    const source = besideFile(backup, name);
    if (!(await isThere(source))) return 'absent';
    const part = `${target}.part`;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      if (await isDamaged(() => copied(source, part, name, key))) return 'damaged';
      await publish(part, target);
      return 'put-back';
    } finally {
      await rm(part, { force: true });
    }
  });
}

async function copied(source: string, part: string, kind: BesideName, key: BackupKey | undefined) {
  await takeCopy(source, part, { key, kind });
  return checkDatabaseCopy(part);
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

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() === true;
}
