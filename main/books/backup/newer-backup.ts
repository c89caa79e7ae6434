import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError } from '../../../shared/failure.ts';
import { type Ledger, openArchive } from '../ledger/ledger.ts';
import { ledgerMark, readBackupName } from './backup-name.ts';

/** The number of milliseconds that a folder may take to answer: it may be a share that is offline. */
const askMs = 3_000;

/**
 * Returns the counter of the newest backup in a folder if it is beyond the ledger's, which shows that the ledger is an
 * older copy.
 * @returns undefined if there is none, or the folder cannot be read now
 */
export async function newerBackup(
  ledger: Pick<Ledger, 'id' | 'chain'>,
  folder: string,
): Promise<number | undefined> {
  const names = await Promise.race([readdir(folder).catch(() => []), pause(askMs, [], { ref: false })]);
  const here = ledger.chain.head()?.icv ?? 0;
  const further = names
    .flatMap((name) => {
      const parsedName = readBackupName(name);
      return parsedName?.ledger === ledgerMark(ledger.id) && parsedName.icv > here
        ? [{ name, icv: parsedName.icv, isEncrypted: parsedName.isEncrypted }]
        : [];
    })
    .toSorted((a, b) => b.icv - a.icv);
  // An encrypted backup is not opened for this: its name decides.
  return further.find(({ name, isEncrypted }) => isEncrypted || isOf(path.join(folder, name), ledger.id))
    ?.icv;
}

/** Returns true when a file is a backup of this ledger; if it cannot be read, its name decides. */
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
