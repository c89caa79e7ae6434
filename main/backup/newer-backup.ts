import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError } from '../../shared/failure.ts';
import { type Ledger, openArchive } from '../ledger/ledger.ts';
import { ledgerMark, readBackupName } from './backup-name.ts';

/** How long a folder may take to answer, milliseconds: it may be a share that is gone. */
const askMs = 3_000;

/**
 * The counter of the newest backup in a folder, where that is further than the ledger: then the ledger is an older copy.
 * @returns undefined where none is, or the folder cannot be read now
 */
export async function newerBackup(
  ledger: Pick<Ledger, 'id' | 'chain'>,
  folder: string,
): Promise<number | undefined> {
  const names = await Promise.race([readdir(folder).catch(() => []), pause(askMs, [], { ref: false })]);
  const here = ledger.chain.head()?.icv ?? 0;
  const further = names
    .flatMap((name) => {
      const said = readBackupName(name);
      return said?.ledger === ledgerMark(ledger.id) && said.icv > here ? [{ name, icv: said.icv }] : [];
    })
    .toSorted((a, b) => b.icv - a.icv);
  return further.find(({ name }) => isOf(path.join(folder, name), ledger.id))?.icv;
}

/** Whether a file is a backup of this ledger; where that cannot be seen its name is believed. */
function isOf(file: string, ledgerId: string): boolean {
  try {
    const archive = openArchive(file);
    if (archive === undefined) return true;
    const { id } = archive;
    archive.close();
    return id === ledgerId;
  } catch (error) {
    if (error instanceof FailureError) return true;
    throw error;
  }
}
