import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError } from '../../../shared/failure.ts';
import { openArchive } from '../ledger/ledger.ts';
import { type BackupName, ledgerMark, readBackupName } from './backup-name.ts';

/** The number of milliseconds that a folder may take to answer: it may be a share that is offline. */
const askMs = 3_000;

/** The point that a ledger or a backup has reached. */
export interface BackupPoint {
  /** The ledger's id. */
  readonly id: string;
  /** The counter of the newest document; 0 if there is none. */
  readonly icv: number;
  /** The time of a backup, as in its name; among equal documents, a later one counts as newer. */
  readonly taken?: string | undefined;
}

export interface NewerBackup {
  readonly file: string;
  /** The counter of its newest document. */
  readonly icv: number;
  /** The time in Riyadh, as in the name: `20261120T131500`. */
  readonly taken: string;
}

/**
 * Returns the newest backup in a folder if it goes beyond a point, which shows that the point is that of an older copy.
 * @returns undefined if there is none, or the folder cannot be read now
 */
export async function newerBackup(point: BackupPoint, folder: string): Promise<NewerBackup | undefined> {
  const names = await Promise.race([readdir(folder).catch(() => []), pause(askMs, [], { ref: false })]);
  return (
    names
      .flatMap((name) => {
        const parsedName = readBackupName(name);
        return parsedName !== undefined && isBeyond(parsedName, point)
          ? [{ ...parsedName, file: path.join(folder, name) }]
          : [];
      })
      .toSorted((a, b) => b.icv - a.icv || b.taken.localeCompare(a.taken))
      // An encrypted backup is not opened for this: its name decides.
      .find(({ file, isEncrypted }) => isEncrypted || isOf(file, point.id))
  );
}

function isBeyond({ ledger, icv, taken }: BackupName, point: BackupPoint): boolean {
  if (ledger !== ledgerMark(point.id)) return false;
  return icv > point.icv || (icv === point.icv && point.taken !== undefined && taken > point.taken);
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
