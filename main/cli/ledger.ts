import path from 'node:path';
import { companySchema } from '../../shared/company.ts';
import { fail } from '../../shared/failure.ts';
import { backUp } from '../backup/back-up.ts';
import { exportDocuments } from '../backup/export-documents.ts';
import { restoreBackup } from '../backup/restore.ts';
import { chainReaders } from '../chain-readers.ts';
import { leadFile } from '../environment/lead.ts';
import { takeLock } from '../ledger/process-lock.ts';
import { witnessInVault } from '../ledger/witness.ts';
import { environmentOf } from '../on-screen.ts';
import { vaultOf } from '../vaults.ts';
import { type OfLedger, openLedgerOf } from './files.ts';
import { passphraseFor } from './on-terminal.ts';
import { UsageError } from './usage-error.ts';

/** `khatm ledger check`: exit 1 and the first broken link, if there is one. */
export async function checkLedger(options: OfLedger): Promise<void> {
  const ledger = openLedgerOf(options);
  try {
    const damage = ledger.checkFile();
    for (const problem of damage) console.log(`file: ${problem}`);
    if (damage.length > 0) process.exitCode = 1;
    const { broken, documents } = await ledger.checkChain(chainReaders);
    if (broken) console.log(`broken at document ${broken.icv} (${broken.number}): ${broken.what}`);
    else console.log(`chain whole: ${documents} documents`);
    const audit = ledger.audit.verify();
    if (audit.broken !== undefined) console.log(`audit log broken at line ${audit.broken}`);
    else console.log(`audit log whole: ${audit.entries} lines`);
    if (broken || audit.broken !== undefined) process.exitCode = 1;
  } finally {
    ledger.close();
  }
}

/**
 * `khatm ledger export`: every document, or those of some days, under its official name in a folder for each month;
 * beside it the authority's copy as `….cleared.xml` where there is one. A second call goes on where one broke off.
 */
export async function exportLedger(
  options: OfLedger & { out: string; from?: string; to?: string },
): Promise<void> {
  const ledger = openLedgerOf(options);
  try {
    const { vatNumber } = companySchema.parse(ledger.settings.get('company'));
    const { from, to } = options;
    const done = await exportDocuments({ ledger, vatNumber, folder: options.out, range: { from, to } });
    console.log(`${done.documents} documents in ${options.out}, ${done.written} files written now`);
    console.log(`sums: ${done.sums}`);
  } finally {
    ledger.close();
  }
}

/** `khatm backup`: a whole, checked copy of the ledger in another folder. */
export async function backUpLedger(options: OfLedger & { to: string; keep: string }): Promise<void> {
  const keep = Number(options.keep);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError(`--keep ${options.keep}: must be 1 or more`);
  const ledger = openLedgerOf(options);
  try {
    const { vatNumber } = companySchema.parse(ledger.settings.get('company'));
    const { file, head, bytes } = await backUp({
      ledger,
      folder: options.to,
      vatNumber,
      now: Date.now(),
      readers: chainReaders,
      keep,
    });
    console.log(`${file}: ${head?.icv ?? 0} documents, ${bytes} bytes`);
  } finally {
    ledger.close();
  }
}

/**
 * `khatm restore`: puts a backup in the ledger's place, if nothing newer was issued. No other program may have the
 * terminal open.
 */
export async function restoreLedger(options: OfLedger & { from: string }): Promise<void> {
  const environment = environmentOf(options.data, options.env);
  const folder = path.join(options.data, environment);
  const lead = takeLock(path.join(folder, leadFile)) ?? fail('terminal-busy');
  try {
    const vault = vaultOf(options.data, environment, await passphraseFor(environment));
    await vault.open();
    const { head, setAside } = await restoreBackup({
      file: options.from,
      target: path.join(folder, 'ledger.db'),
      environment,
      witness: await witnessInVault(vault.store, `${environment}/witness`).read(),
      now: Date.now(),
    });
    console.log(`restored: ${head?.icv ?? 0} documents`);
    if (setAside !== undefined) console.log(`what was there: ${setAside}`);
  } finally {
    lead.release();
  }
}
