import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import { checkDatabaseCopy, copyDatabase } from '../ledger/copy.ts';
import { publish, withFileFailures } from './durable-file.ts';

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
export const besideFile = (backup: string, name: BesideName) =>
  `${backup.replace(/\.khatm$/, '')}.${name}.db`;

/**
 * Copies the databases beside a ledger beside its backup.
 * @param partOf the temporary file of a copy
 * @returns the damaged ones, which are left out and do not stop the backup of the ledger
 * @throws FailureError `disk-full`, `folder-unusable`, `database-busy`
 */
export async function backUpBesides(
  files: Readonly<Record<BesideName, string>>,
  backup: string,
  partOf: (name: BesideName) => string,
  signal: AbortSignal | undefined,
): Promise<BesideName[]> {
  const damaged: BesideName[] = [];
  for (const name of besideNames) {
    if (!(await isThere(files[name]))) continue;
    const part = partOf(name);
    await rm(part, { force: true });
    if (await isDamaged(() => copyDatabase(files[name], part, { signal, tables: tablesKept[name] })))
      damaged.push(name);
    else await publish(part, besideFile(backup, name));
  }
  return damaged;
}

/** kept: an existing one, newer than the backup's · damaged: the backup's is damaged · absent: the backup has none. */
export type PutBack = 'put-back' | 'kept' | 'damaged' | 'absent';

/**
 * Restores a database from beside a backup if there is none: an existing one is newer.
 * @throws FailureError `disk-full`, `folder-unusable`
 */
export function putBackBeside(backup: string, name: BesideName, target: string): Promise<PutBack> {
  return withFileFailures(async () => {
    if (await isThere(target)) return 'kept';
    const source = besideFile(backup, name);
    if (!(await isThere(source))) return 'absent';
    const part = `${target}.part`;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyFile(source, part);
      if (await isDamaged(() => checkDatabaseCopy(part))) return 'damaged';
      await publish(part, target);
      return 'put-back';
    } finally {
      await rm(part, { force: true });
    }
  });
}

async function isDamaged(look: () => Promise<readonly string[]>): Promise<boolean> {
  try {
    return (await look()).length > 0;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'ledger-broken') return true;
    throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() === true;
}
