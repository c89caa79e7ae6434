import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { DocumentReaders } from '../ledger/check-chain.ts';
import { checkCopy } from '../ledger/copy.ts';
import type { Head } from '../ledger/entry.ts';
import { checkHeadMarker, headMarkerOf } from '../ledger/head-marker.ts';
import { type Archive, type Ledger, openArchive, openLedger } from '../ledger/ledger.ts';
import { keepSendersOut, sendersOf } from '../ledger/sender.ts';
import { checkHistory, type Witness, type WitnessStore } from '../ledger/witness.ts';
import { moveFile } from '../platform/move-file.ts';
import { privateFolder } from '../platform/private-files.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { publish, syncFolder, withFileFailures } from './durable-file.ts';

export interface RestoreOptions {
  /** The backup, which stays unchanged. */
  readonly file: string;
  /** The ledger's path, which no process may have open. An existing ledger is set aside, never deleted. */
  readonly target: string;
  readonly environment: Environment;
  /** undefined only if nothing was ever issued from this vault. */
  readonly witness: Witness | undefined;
  /** The machine's own record of this ledger, outside the data folder; by default none. */
  readonly onMachine?: ((ledgerId: string) => KnownOnMachine) | undefined;
  readonly readers: DocumentReaders;
  /** Milliseconds since 1970, for the name of the ledger set aside. */
  readonly now: number;
}

interface KnownOnMachine {
  readonly store: Pick<WitnessStore, 'read'>;
  /** See `checkHeadNote`. */
  readonly noteFile: string;
}

/**
 * Replaces the ledger by a backup to continue with it, if the witness knows of nothing newer. An older backup must not
 * issue: it would reuse counters for which the authority has documents. It can still be read (`openBackup`); the device
 * is then onboarded as another one. Every byte is checked first: the database, each document with its stamp, both
 * chains.
 * @returns the newest document, and the new path of the ledger that was replaced
 * @throws FailureError `terminal-busy`, `ledger-old`, `ledger-forked`, `backup-broken`, `ledger-broken`,
 * `ledger-newer`, `disk-full`,
 * `folder-unusable`; everything is then unchanged
 */
export function restoreBackup({
  file,
  target,
  environment,
  witness,
  onMachine,
  readers,
  now,
}: RestoreOptions): Promise<{ head: Head | undefined; setAside: string | undefined }> {
  const part = `${target}.part`;
  return withFileFailures(async () => {
    await mkdir(path.dirname(target), { recursive: true, mode: privateFolder });
    // Kept out until the end, which may take minutes: otherwise they would go on selling in the ledger set aside.
    const out = keepSendersOut(sendersOf(target));
    try {
      await copyFile(file, part);
      const [found] = await checkCopy(part);
      if (found !== undefined) fail('backup-broken', { detail: { found } });
      // A backup of an older version is migrated here, in the copy.
      const ledger = openLedger(part, { environment, isCopy: true });
      let head: Head | undefined;
      try {
        await checkDocuments(ledger, readers);
        const known = onMachine?.(ledger.id);
        for (const each of [witness, await known?.store.read()])
          if (each !== undefined) checkHistory(ledger, each);
        for (const note of [headMarkerOf(target), known?.noteFile])
          if (note !== undefined) checkHeadMarker(note, ledger);
        head = ledger.chain.head();
      } finally {
        ledger.close();
      }
      const setAside = await putAside(target, now);
      await publish(part, target);
      return { head, setAside };
    } finally {
      for (const ending of endings) await rm(part + ending, { force: true });
      out.release();
    }
  });
}

/** @throws FailureError `backup-broken` (detail: the finding and its place) */
async function checkDocuments(ledger: Ledger, readers: DocumentReaders): Promise<void> {
  const { broken } = await ledger.checkChain(readers);
  if (broken) fail('backup-broken', { detail: { found: broken.what, icv: broken.icv } });
  const [found] = ledger.checkFile();
  if (found !== undefined) fail('backup-broken', { detail: { found } });
  const { broken: line } = ledger.audit.verify();
  if (line !== undefined) fail('backup-broken', { detail: { found: 'audit', line } });
  const { broken: shift } = ledger.shifts.verify();
  if (shift !== undefined) fail('backup-broken', { detail: { found: 'shift-report', shift } });
}

/**
 * Opens a backup for reading: lists, searches, documents. The file itself is never written.
 * @param scratch a folder for a copy, used when the backup comes from an older version; its owner removes it
 * @throws FailureError `ledger-broken`, `ledger-newer`, `disk-full`, `folder-unusable`
 */
export async function openBackup(
  file: string,
  { environment, scratch }: { environment: Environment; scratch: string },
): Promise<Archive> {
  const archive = openArchive(file);
  if (archive !== undefined) return archive;
  return withFileFailures(async () => {
    const copy = path.join(scratch, path.basename(file));
    await copyFile(file, copy);
    openLedger(copy, { environment, isCopy: true }).close();
    return openArchive(copy) ?? fail('ledger-broken');
  });
}

/** The file and SQLite's files beside it: the newest commits are in the write-ahead log. */
const endings = ['', '-wal', '-shm', '-journal'];

async function putAside(target: string, now: number): Promise<string | undefined> {
  const { date, time } = riyadhDateTime(now);
  const aside = `${target}.aside-${date}T${time.replaceAll(':', '')}`;
  let found = false;
  // The log goes first: if the power fails in between, the file alone is an older ledger, which the witness refuses.
  for (const ending of endings.toReversed()) {
    try {
      await moveFile(target + ending, aside + ending);
      found = true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  await syncFolder(path.dirname(target));
  return found ? aside : undefined;
}
