import { constants, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../../shared/status.ts';
import { copyDatabase } from './copy.ts';
import { type Archive, openArchive, openLedger } from './ledger.ts';
import { refuseReplacedLedger } from './queue/sender.ts';

export interface AsItIs {
  readonly archive: Archive;
  readonly isOlder: boolean;
}

/**
 * Opens a ledger without writing into its folder: nothing is created and nothing migrated.
 * @param scratch a folder for a copy; its owner removes it
 * @throws FailureError `ledger-broken`, `ledger-newer`, `ledger-lost`, `folder-unusable`, `disk-full`
 */
export async function openAsItIs(
  file: string,
  { environment, scratch }: { environment: Environment; scratch: string },
): Promise<AsItIs> {
  refuseReplacedLedger(file);
  const copy = path.join(scratch, 'ledger.db');
  // If both files exist, another program has the ledger open. Otherwise SQLite would create them just to read a page.
  const isOpen = ['-wal', '-shm'].every((ending) => existsSync(file + ending));
  if (isOpen) {
    const archive = openArchive(file);
    if (archive !== undefined) return { archive, isOlder: false };
    await copyDatabase(file, copy);
  } else {
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) await copyFile(file + ending, copy + ending, constants.COPYFILE_FICLONE);
  }
  const archive = openArchive(copy);
  if (archive !== undefined) return { archive, isOlder: false };
  openLedger(copy, { environment, isCopy: true }).close();
  return { archive: openArchive(copy) ?? openLedger(copy, { environment, isCopy: true }), isOlder: true };
}
