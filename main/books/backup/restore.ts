import path from 'node:path';
import { type Failure, type FailureCode, FailureError, fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { RestoreNote, Witness } from '../../../shared/stored/notes/ledger.ts';
import { type BesideName, besideHashes, besideNames } from '../../../shared/stored/settings/environment.ts';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import { checkBackupKey, takeCopy } from '../../base/encrypted/encrypted-copy.ts';
import { digestOfFile } from '../../base/outside/outside-folder.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { isOwnThere, removeOwn } from '../../base/platform/files/own-files.ts';
import { publish, syncFile, syncFolders } from '../../base/platform/files/sync-files.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { DocumentReaders } from '../ledger/check/check-chain.ts';
import { checkCopy } from '../ledger/copy.ts';
import type { Head } from '../ledger/documents/entry.ts';
import { type Archive, type Ledger, openArchive, openLedger } from '../ledger/ledger.ts';
import { keepSendersOut, sendersOf } from '../ledger/queue/sender.ts';
import { checkHeadMarker, headMarkerOf } from '../ledger/witness/head-marker.ts';
import { checkHistory, isOfEmptyLedger, type WitnessStore } from '../ledger/witness/witness.ts';
import { readBackupName } from './backup-name.ts';
import { type BesideHashes, isOwnBeside, type PutBack, stageBeside, stagedFile } from './beside.ts';
import { withFileFailures } from './file-failures.ts';
import { checkLastNumber } from './last-number.ts';
import { type NewerBackup, newerBackup } from './newer-backup.ts';
import { endings, finishRestore, newNote, settleRestore, writeNote } from './restore-note.ts';

export interface ExamineOptions {
  /** The backup, which stays unchanged. */
  readonly file: string;
  readonly key?: BackupKey | undefined;
  /** The ledger's path. */
  readonly target: string;
  readonly environment: Environment;
  /** The vault's record of the newest document; undefined only if nothing was ever issued with this vault. */
  readonly witness: Witness | undefined;
  /** The machine's own record of this ledger, outside the data folder; by default there is none. */
  readonly onMachine?: ((ledgerId: string) => KnownOnMachine) | undefined;
  readonly readers: DocumentReaders;
}

/** `target`: no process may have this file open. An existing ledger is set aside, never deleted. */
export interface RestoreOptions extends ExamineOptions {
  /** The time in milliseconds since 1970, for the name of the ledger set aside. */
  readonly now: number;
  /** The number of the last document that was given to a customer, by the person; by default the backup's own. */
  readonly last?: string | undefined;
  /** True if the person chose this backup although a newer one is beside it. */
  readonly acceptsOlder?: boolean | undefined;
  /** The paths of databases beside the ledger that are restored with it where they are missing. */
  readonly besides?: Readonly<Partial<Record<BesideName, string>>> | undefined;
  /** The files that were put back earlier, because the vault could not be opened without them. */
  readonly early?: Readonly<Partial<Record<BesideName, string>>> | undefined;
}

export interface Restored {
  /** The newest document. */
  readonly head: Head | undefined;
  /** The new path of the ledger that was replaced. */
  readonly setAside: string | undefined;
  readonly besides: Readonly<Partial<Record<BesideName, PutBack>>>;
}

interface KnownOnMachine {
  readonly store: Pick<WitnessStore, 'read'>;
  /** The file of the head marker, see `checkHeadMarker`. */
  readonly markerFile: string;
}

/**
 * Replaces the ledger by a backup to continue with it, if the witness knows of nothing newer. An older backup must not
 * issue: it would reuse counters for which the authority has documents. It can still be read (`openBackup`); the device
 * must then be onboarded as a new one. Every byte is checked first: the database, each document with its stamp, both
 * chains. After a power failure the next start finishes or undoes the restore, see restore-note.ts.
 * @throws FailureError `backup-key-needed`, `backup-key-wrong`, `terminal-busy`, `ledger-old`, `ledger-forked`, `backup-older`, `receipts-after`,
 * `bad-input` for a number before the backup's last, `backup-broken`, `ledger-broken`, `ledger-newer`, `disk-full`,
 * `folder-unusable`; everything is then unchanged
 */
export function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, key, target, last, acceptsOlder = false } = options;
  const part = `${target}.part`;
  return withFileFailures(async () => {
    await checkBackupKey(file, key);
    makeFolders(path.dirname(target));
    // Other programs are kept out until the end, which may take minutes. Otherwise they would go on selling with the
    // ledger that was set aside.
    const out = keepSendersOut(sendersOf(target));
    try {
      const { head, refused, newer } = await examine(part, options);
      if (refused !== undefined) throw new FailureError(refused);
      if (newer !== undefined && !acceptsOlder) refuseOlder({ file: newer.file, documents: newer.icv });
      if (last !== undefined) checkLastNumber(head, last);
      return { head, ...(await replace(part, options)) };
    } finally {
      // A file that cannot be removed now is removed before the next copy.
      for (const ending of endings) removeOwn(part + ending);
      out.release();
    }
  });
}

/** Replaces the ledger by an examined copy, and puts the databases beside it in place. */
async function replace(
  part: string,
  options: RestoreOptions,
): Promise<Pick<Restored, 'setAside' | 'besides'>> {
  const { file, key, target, now, besides = {}, early = {} } = options;
  const folder = path.dirname(target);
  const from = (place: string) => path.relative(folder, place);
  const hashes = hashesIn(part);
  for (const name of besideNames)
    if (
      early[name] !== undefined &&
      !(await isOwnBeside(file, name, { key, hashes, scratch: `${part}-beside` }))
    )
      fail('backup-broken', { detail: { found: `beside: ${name}` } });
  const results: Partial<Record<BesideName, PutBack>> = {};
  const staged: RestoreNote['staged'] = [];
  const note = newNote(Object.values(early).map(from));
  await writeNote(folder, { ...note, staged });
  const noted = { ...note, staged };
  const aside = asideName(target, now);
  try {
    for (const name of besideNames) {
      const place = besides[name];
      if (place === undefined) continue;
      // The note names the file before the file exists, so that an incomplete one is removed too.
      await writeNote(folder, {
        ...note,
        staged: [...staged, { from: from(stagedFile(place)), to: from(place) }],
      });
      results[name] = await stageBeside(file, name, place, { key, hashes });
      if (results[name] === 'put-back') staged.push({ from: from(stagedFile(place)), to: from(place) });
    }
    await syncFile(part);
    const ready = { ...noted, ledger: (await digestOfFile(part)).sha256, hadLedger: isOwnThere(target) };
    await writeNote(folder, { ...ready, aside });
    await putAside(target, path.join(folder, aside));
    await publish(part, target);
    await finishRestore(folder, noted);
  } catch (error) {
    // A file may have its new name even though renaming it failed. If this cannot be settled now, the next start
    // settles it.
    const settled = await settleRestore(folder).catch(() => undefined);
    if (settled !== 'finished') throw error;
  }
  const isAside = endings.some((ending) => isOwnThere(path.join(folder, aside + ending)));
  return { setAside: isAside ? path.join(folder, aside) : undefined, besides: results };
}

/** Returns the hashes, stored in a copy of a backup, of the files beside that backup. */
function hashesIn(copy: string): BesideHashes | undefined {
  const archive = openArchive(copy) ?? fail('backup-broken', { detail: { found: 'another form' } });
  try {
    return archive.settings.read(besideHashes);
  } finally {
    archive.close();
  }
}

export interface Examined {
  /** The newest document. */
  readonly head: Head | undefined;
  /** The reason why this backup may not replace the ledger: `ledger-old`, `ledger-forked`. */
  readonly refused: Failure | undefined;
  /** The newest backup of the same ledger in the same folder, if this one is older. */
  readonly newer: NewerBackup | undefined;
}

/**
 * Checks a backup as `restoreBackup` does, in a copy, and touches nothing else.
 * @param scratch a folder for the copy, which is removed again
 * @throws FailureError as `restoreBackup`, except for the reasons in `refused`
 */
export function examineBackup(options: ExamineOptions, scratch: string): Promise<Examined> {
  const part = path.join(scratch, 'examined.db');
  return withFileFailures(async () => {
    await checkBackupKey(options.file, options.key);
    try {
      return await examine(part, options);
    } finally {
      for (const ending of endings) removeOwn(part + ending);
    }
  });
}

/** Copies a backup to `part` and checks every byte of it. */
async function examine(
  part: string,
  { file, key, target, environment, witness, onMachine, readers }: ExamineOptions,
): Promise<Examined> {
  // SQLite would apply the log left by an interrupted copy to this one.
  for (const ending of endings) removeOwn(part + ending);
  await takeCopy(file, part, { key, kind: 'ledger' });
  const [found] = await checkCopy(part);
  if (found !== undefined) fail('backup-broken', { detail: { found } });
  // A backup of an older version is migrated here, in the copy.
  const ledger = openLedger(part, { environment, isCopy: true });
  try {
    await checkDocuments(ledger, readers);
    const recorded = onMachine?.(ledger.id);
    const witnesses = [witness, await recorded?.store.read()];
    const notes = [headMarkerOf(target), recorded?.markerFile];
    const head = ledger.chain.head();
    const { taken } = readBackupName(path.basename(file)) ?? {};
    const newer = await newerBackup({ id: ledger.id, icv: head?.icv ?? 0, taken }, path.dirname(file));
    return { head, refused: refusalOf(ledger, witnesses, notes), newer };
  } finally {
    ledger.close();
  }
}

function refusalOf(
  ledger: Ledger,
  witnesses: readonly (Witness | undefined)[],
  notes: readonly (string | undefined)[],
): Failure | undefined {
  try {
    for (const each of witnesses)
      if (each !== undefined && !isOfEmptyLedger(each, ledger.id)) checkHistory(ledger, each);
    for (const note of notes) if (note !== undefined) checkHeadMarker(note, ledger);
    return undefined;
  } catch (error) {
    if (error instanceof FailureError && refusals.includes(error.failure.code)) return error.failure;
    throw error;
  }
}

const refusals: readonly FailureCode[] = ['ledger-old', 'ledger-forked'];

/** Names the newest backup in place of an older one. @throws FailureError `backup-older` */
export function refuseOlder(newer: { readonly file: string; readonly documents: number }): never {
  return fail('backup-older', { detail: { ...newer } });
}

/**
 * Checks every document, audit line and report of a copy.
 * @throws FailureError `backup-broken` (detail: the finding and its place)
 */
async function checkDocuments(ledger: Ledger, readers: DocumentReaders): Promise<void> {
  const { file, chain, audit, shifts } = await ledger.checkBooks(readers);
  const { broken } = chain;
  if (broken) fail('backup-broken', { detail: { found: broken.what, icv: broken.icv } });
  const [found] = file;
  if (found !== undefined) fail('backup-broken', { detail: { found } });
  const { broken: line } = audit;
  if (line !== undefined) fail('backup-broken', { detail: { found: 'audit', line } });
  const [finding] = audit.findings;
  if (finding !== undefined) fail('backup-broken', { detail: { found: finding.what, at: finding.number } });
  const { broken: shift } = shifts;
  if (shift !== undefined) fail('backup-broken', { detail: { found: 'shift-report', shift } });
}

/**
 * Opens a backup for reading: lists, searches, documents. The file itself is never written.
 * @param scratch a folder for a copy, which its owner removes
 * @throws FailureError `backup-key-needed`, `backup-key-wrong`, `backup-broken`, `ledger-broken`, `ledger-newer`, `disk-full`, `folder-unusable`
 */
export async function openBackup(
  file: string,
  { environment, scratch, key }: { environment: Environment; scratch: string; key?: BackupKey | undefined },
): Promise<Archive> {
  return withFileFailures(async () => {
    // Others may write where the backup lies, and its disk may fall silent while it is read.
    const copy = path.join(scratch, path.basename(file));
    await takeCopy(file, copy, { key, kind: 'ledger' });
    const archive = openArchive(copy);
    if (archive !== undefined) return archive;
    openLedger(copy, { environment, isCopy: true }).close();
    return openArchive(copy) ?? fail('ledger-broken');
  });
}

function asideName(target: string, now: number): string {
  const { date, time } = riyadhDateTime(now);
  return `${path.basename(target)}.aside-${date}T${time.replaceAll(':', '')}`;
}

async function putAside(target: string, aside: string): Promise<void> {
  // The log goes first: if the power fails in between, the file without its log is an older ledger, which the witness
  // refuses.
  for (const ending of endings.toReversed()) {
    try {
      await moveFile(target + ending, aside + ending);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  await syncFolders(path.dirname(target));
}
