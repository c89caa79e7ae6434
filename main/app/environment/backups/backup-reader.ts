import path from 'node:path';
import type { CommandOutput, CommandParsed } from '../../../../shared/contract/index.ts';
import type { BackupFile } from '../../../../shared/contract/terminal/backups.ts';
import { fail } from '../../../../shared/failure.ts';
import type { HandOverRule } from '../../../../shared/hand-over.ts';
import { inFolder, type OutsideFolder } from '../../../base/outside/outside-folder.ts';
import { removeOwn } from '../../../base/platform/files/own-files.ts';
import { ledgerMark, readBackupName, takenAt } from '../../../books/backup/backup-name.ts';
import { withFileFailures } from '../../../books/backup/file-failures.ts';
import { openBackup } from '../../../books/backup/restore.ts';
import type { Archive } from '../../../books/ledger/ledger.ts';
import { documentFileName } from '../../../document/invoice/document-file-name.ts';
import { keptCompany } from '../../../sending/credential/kept-company.ts';
import { createReceipts } from '../../../till/receipts/receipts.ts';
import {
  type BackupExaminerOptions,
  createBackupExaminer,
  newestOf,
  newReadingPlace,
  removeOrphanedPlaces,
} from './backup-examiner.ts';

export interface BackupReaderOptions extends BackupExaminerOptions {
  readonly ledgerId: string;
  readonly handOver: () => HandOverRule;
}

/**
 * Reads backups for a person at the screen, one at a time. A backup is opened for reading only; an encrypted one, or
 * one of an older version, is read in a copy beside the books, which is removed when it is closed.
 */
export function createBackupReader(options: BackupReaderOptions) {
  const { environment, folder } = options;
  const { keyOf, examine, toRestore } = createBackupExaminer(options);
  let opened: { file: string; archive: Archive; place: string } | undefined;
  /** Counts openings: if there are two at once, the later one wins. */
  let opening = 0;

  function close(): void {
    opening += 1;
    if (opened === undefined) return;
    opened.archive.close();
    removeOwn(opened.place);
    opened = undefined;
  }

  const archiveOf = (file: string) => (opened?.file === file ? opened.archive : fail('not-found'));

  removeOrphanedPlaces(folder);

  return {
    examine,
    toRestore,
    close,
    files: (of: string) => withFileFailures(() => filesOf(of, options.ledgerId)),
    async open(file: string, typed: string | undefined): Promise<CommandOutput<'backup.open'>> {
      const key = await keyOf(file, typed);
      close();
      const mine = opening;
      const place = await newReadingPlace(folder);
      try {
        const archive = await openBackup(file, { environment, scratch: place, key });
        if (mine === opening) opened = { file, archive, place };
        else archive.close();
      } finally {
        if (opened?.place !== place) removeOwn(place);
      }
      const { archive } = opened ?? fail('terminal-busy');
      return { company: keptCompany(archive.settings)?.name, ...newestOf(archive.chain.head()) };
    },
    documents: ({ file, query }: CommandParsed<'backup.documents'>) => archiveOf(file).search.list(query),
    document({ file, uuid, paper }: CommandParsed<'backup.document'>): CommandOutput<'backup.document'> {
      const archive = archiveOf(file);
      const entry = archive.documents.get(uuid) ?? fail('not-found');
      const company = () => keptCompany(archive.settings);
      const receipts = createReceipts({
        ledger: archive,
        handOver: options.handOver,
        now: options.now,
        company,
        pdfs: { make: () => fail('not-found') },
      });
      const { vatNumber } = company() ?? fail('no-company');
      const xml =
        archive.documents.clearedXml(uuid) ?? archive.documents.issuedXml(uuid) ?? fail('not-found');
      return {
        html: receipts.html(uuid, paper, { copy: true }) ?? fail('not-found'),
        fileName: documentFileName(vatNumber, entry),
        xml: xml.toString('utf8'),
      };
    },
  };
}

const filesOf = (folder: string, ledgerId: string) =>
  inFolder(folder, {}, (place) => filesIn(place, ledgerId));

async function filesIn(folder: OutsideFolder, ledgerId: string): Promise<BackupFile[]> {
  const found: BackupFile[] = [];
  for (const name of await folder.names()) {
    const parsedName = readBackupName(name);
    if (parsedName === undefined) continue;
    const taken = takenAt(parsedName);
    const stats = await folder.look(name);
    // A name with an impossible time is not one of ours.
    if (stats?.isFile() !== true || Number.isNaN(taken)) continue;
    found.push({
      file: path.join(folder.path, name),
      taken: new Date(taken).toISOString(),
      documents: parsedName.icv,
      bytes: Number(stats.size),
      isEncrypted: parsedName.isEncrypted,
      isOwn: parsedName.ledger === ledgerMark(ledgerId),
    });
  }
  return found.toSorted((a, b) => b.taken.localeCompare(a.taken) || b.documents - a.documents);
}
