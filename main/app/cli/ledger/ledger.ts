import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import type { BackupKey } from '../../../base/encrypted/backup-key.ts';
import { inScratch } from '../../../base/platform/files/own-files.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import { backUp } from '../../../books/backup/back-up.ts';
import { encryptedSince, encryptionKey } from '../../../books/backup/backup-encryption.ts';
import { besidesOf } from '../../../books/backup/beside.ts';
import { exportDocuments } from '../../../books/backup/export-documents.ts';
import { examineBackup } from '../../../books/backup/restore.ts';
import { openArchive } from '../../../books/ledger/ledger.ts';
import { keptCompany } from '../../../sending/credential/kept-company.ts';
import { documentReaders } from '../../../till/issue/document-readers.ts';
import { takingsOf } from '../../../till/shift/takings-of.ts';
import { vaultOf } from '../../terminal/environment-vaults.ts';
import { environmentOfCall, type OfLedger, openLedgerOf, warnOfOpen } from '../files.ts';
import { passphraseFor } from '../on-terminal.ts';
import { periodOf, wholeNumber } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { backupKeyFromOutside, ofBackup, plainBackup } from './backup-key.ts';
import { requireBackup } from './restore.ts';

/**
 * `khatm ledger export`: writes documents, all or those of some days, under their official names in a folder for each
 * month, with the authority's copy as `….cleared.xml` if there is one. A second call continues an interrupted one.
 */
export async function exportLedger(
  options: OfLedger & { out?: string; from?: string; to?: string },
): Promise<void> {
  const { out: folder, from, to } = options;
  if (folder === undefined)
    throw new UsageError('--out is missing: say where the documents go, or --csv to print a list');
  const range = periodOf({ from, to });
  const ledger = openLedgerOf(options);
  try {
    const { vatNumber } = keptCompany(ledger.settings) ?? fail('no-company');
    const done = await exportDocuments({
      ledger,
      vatNumber,
      folder,
      ownFolder: options.data,
      range,
    });
    console.log(`${done.documents} documents in ${folder}, ${done.written} files written now`);
    console.log(`sums: ${done.sums}`);
    warnOfOpen(folder, done.isOpenToAll);
  } finally {
    ledger.close();
  }
}

/** `khatm ledger takings`: adds up takings and accounts from the documents again, even while it is selling. */
export function recountTakings(options: OfLedger): void {
  const ledger = openLedgerOf(options);
  try {
    const other = ledger.takings.recount(takingsOf(ledger.documents));
    const days = new Set(other.map(({ day }) => day));
    const isOtherAccount = ledger.accounts.recount();
    if (other.length > 0 || isOtherAccount) process.exitCode = 1;
    if (isOtherAccount) console.log('mended: accounts of buyers');
    console.log(
      other.length === 0
        ? 'the sums agree with the documents'
        : `mended: ${other.length} sums of ${days.size} days`,
    );
  } finally {
    ledger.close();
  }
}

export async function backUpLedger(
  options: OfLedger & { to: string; keep: string; encrypt?: boolean },
): Promise<void> {
  const keep = wholeNumber('--keep', options.keep, { least: 1, most: 99_999 });
  const ledger = openLedgerOf(options);
  try {
    const { vatNumber } = keptCompany(ledger.settings) ?? fail('no-company');
    const environment = environmentOfCall(options.data, options.env);
    const folder = path.join(options.data, environment);
    const key = await keyForBackup(options, environment, ledger.settings);
    const { file, head, bytes, damaged, isOpenToAll } = await backUp({
      ledger,
      folder: options.to,
      vatNumber,
      now: Date.now(),
      readers: documentReaders,
      besides: besidesOf(folder),
      key,
      scratch: folder,
      ownFolder: options.data,
      keep,
    });
    console.log(`${file}: ${head?.icv ?? 0} documents, ${bytes} bytes`);
    for (const name of damaged) console.error(`khatm: ${name}.db is damaged and not in the backup`);
    warnOfOpen(options.to, isOpenToAll);
  } finally {
    ledger.close();
  }
}

/** Returns the key that was given or, if the manager has chosen encryption, the one in the vault. */
async function keyForBackup(
  { data, encrypt }: OfLedger & { encrypt?: boolean },
  environment: Environment,
  settings: Pick<Settings, 'read'>,
): Promise<BackupKey | undefined> {
  if (encrypt)
    return (
      (await backupKeyFromOutside()) ??
      fail('backup-key-needed', {}, new UsageError('--encrypt needs a key: see khatm backup-key'))
    );
  if (encryptedSince(settings) === undefined) return undefined;
  const vault = vaultOf(data, environment, await passphraseFor(environment));
  await vault.open();
  return encryptionKey(settings, vault.store, environment);
}

/** `khatm verify-backup`: reads every byte of a backup; the exit code is 1 if something is damaged. */
export async function verifyBackup(file: string, options: { env?: Environment }): Promise<void> {
  await requireBackup(file);
  const examined = inScratch(async (scratch) => {
    const { plain, wasEncrypted } = await plainBackup(file, scratch);
    const archive = openArchive(plain);
    const environment = options.env ?? archive?.environment ?? 'training';
    archive?.close();
    const target = path.join(scratch, 'ledger.db');
    const { head } = await examineBackup(
      { file: plain, target, environment, witness: undefined, readers: documentReaders },
      scratch,
    );
    console.log(`whole${wasEncrypted ? ', encrypted' : ''}: ${head?.icv ?? 0} documents`);
  });
  await ofBackup(file, examined).catch((error: unknown) => {
    if (error instanceof UsageError) process.exitCode = 1;
    throw error;
  });
}
