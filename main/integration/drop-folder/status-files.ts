import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { toInvoice } from '../invoices/invoice-resource.ts';
import type { DroppedFile, DroppedFiles } from './dropped-files.ts';
import { type DropPlace, type Folders, withFolders, writeWhole } from './folder-files.ts';

export interface StatusWork {
  readonly folders: Folders;
  readonly files: DroppedFiles;
  readonly ledger: Pick<Ledger, 'documents' | 'facts'>;
}

/** Puts the document and then its status into out/: a program that sees the status finds the document. */
export async function writeStatus(row: DroppedFile, entry: LedgerEntry, work: StatusWork): Promise<void> {
  const { folders, ledger, files } = work;
  const put = (ending: string, content: string | Uint8Array) =>
    writeWhole(folders.out, `${row.outName}${ending}`, content);
  const issued = ledger.documents.issuedXml(entry.uuid);
  if (row.told === undefined && issued !== undefined) await put('.xml', issued);
  const cleared = ledger.documents.clearedXml(entry.uuid);
  if (cleared !== undefined) await put('.cleared.xml', cleared);
  const status = { file: row.name, ...toInvoice(entry, ledger) };
  await put('.json', `${JSON.stringify(status, null, 2)}\n`);
  files.told(row.id, entry.submission.state);
}

/** Writes the status of each document that has changed since it was last written. */
export async function notifyStatus(
  rows: readonly DroppedFile[],
  { place, ...rest }: Omit<StatusWork, 'folders'> & { readonly place: DropPlace },
): Promise<void> {
  await withFolders(place, async (folders) => {
    for (const row of rows) {
      const entry = rest.ledger.documents.get(row.uuid ?? '');
      if (entry === undefined || entry.submission.state === row.told) continue;
      // A call in progress does not need a file.
      if (entry.submission.state !== 'sending') await writeStatus(row, entry, { ...rest, folders });
    }
  });
}
