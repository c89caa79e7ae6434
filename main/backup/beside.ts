import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import { checkDatabaseCopy, copyDatabase } from '../ledger/copy.ts';
import { publish, withFileFailures } from './durable-file.ts';

/*
 * A backup holds every database of a terminal: the ledger, which is the backup itself, and beside it, under the same
 * name with another ending, what else there is. People and their PINs are in no backup: a disk that is carried about is
 * no place for them, and the vault has the list.
 */

/** integration: what other programs and the terminal know of each other · terminal: its settings. */
export const besideNames = ['integration', 'terminal'] as const;
export type BesideName = (typeof besideNames)[number];

/** The databases beside the ledger of the environment in this folder. */
export function besidesOf(environmentFolder: string): Readonly<Record<BesideName, string>> {
  return {
    integration: path.join(environmentFolder, 'integration.db'),
    terminal: path.join(path.dirname(environmentFolder), 'terminal.db'),
  };
}

/** Of terminal.db the settings alone. */
const tablesKept: Readonly<Record<BesideName, readonly string[] | undefined>> = {
  integration: undefined,
  terminal: ['setting'],
};

/** The file beside a backup. */
export const besideFile = (backup: string, name: BesideName) =>
  `${backup.replace(/\.khatm$/, '')}.${name}.db`;

/**
 * Copies the databases beside a ledger beside its backup.
 * @param partOf the file that a copy is on its way in
 * @returns those that are damaged: they are not in the backup, and keep no ledger from being copied
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

/** kept: there is one, which is newer than the backup's · damaged: the backup's is · absent: the backup has none. */
export type PutBack = 'put-back' | 'kept' | 'damaged' | 'absent';

/**
 * Puts a database back from beside a backup, where there is none: what is there knows more.
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
