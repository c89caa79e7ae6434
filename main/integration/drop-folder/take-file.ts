import { createHash, randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import type { PreparedSale } from '../../issue/prepared-sale.ts';
import type { SaleIntake } from '../../issue/sale-intake.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { toInvoice } from '../invoices/invoice-resource.ts';
import type { Issue } from '../invoices/issue-once.ts';
import type { DroppedFile, DroppedFiles } from './dropped-files.ts';
import {
  exists,
  type Folders,
  isSame,
  readWhole,
  type Sighting,
  stemOf,
  writeWhole,
} from './folder-files.ts';
import type { RefusedFiles } from './refused-files.ts';

/** A sale of 5,000 lines with long names. */
const largestFile = 4 * 1024 * 1024;

/**
 * How many looks a file that is no whole JSON is given: a writer that does not rename may still hold it open and go on
 * writing.
 */
const looksForBroken = 10;

/** The same file would fail again: it is set aside. Everything else is tried again. */
const refusing = ['bad-input', 'sale-differs', 'hash-mismatch'];

export interface FileWork {
  readonly folders: Folders;
  readonly files: DroppedFiles;
  readonly refused: RefusedFiles;
  readonly ledger: Pick<Ledger, 'documents'>;
  readonly issue: Issue;
  readonly intake: Pick<SaleIntake, 'read'>;
  readonly now: () => number;
  /** What was seen of broken files so far, by name. */
  readonly broken: Map<string, { sighting: Sighting; looks: number }>;
}

/**
 * Takes one file from `.taken` to its end: a document in out/, or refused/. Broken off anywhere and begun again, it
 * comes to the same end: its row, found by name, time of writing and content, has the sale's id.
 * @returns true when it came to its end, false when it has to be looked at again
 * @throws FailureError when the terminal cannot issue now
 */
export async function processFile(name: string, work: FileWork): Promise<boolean> {
  const { folders, files, broken } = work;
  const file = path.join(folders.taken, name);
  const whole = await readWhole(file, largestFile);
  if (whole === undefined) return false;
  const { sighting, bytes } = whole;
  const { prepared, ...read } = await readFile(bytes, work.intake);
  if (read.kind === 'broken' && bytes !== undefined && mayGrow(sighting, broken)) return false;
  broken.delete(name);
  if (read.kind !== 'sale') {
    await refuse(sighting, read.failure, work);
    return true;
  }
  const digest = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  const row = files.take(
    { name, modifiedNs: sighting.modifiedNs, digest },
    read.sale.saleId ?? randomUUID(),
    work.now(),
  );
  try {
    // What was issued stays issued, whatever would stand in the way of it today.
    const entry =
      (row.uuid === undefined ? undefined : work.ledger.documents.get(row.uuid)) ??
      (await work.issue({ ...read.sale, saleId: read.sale.saleId ?? row.saleId }, prepared)).entry;
    files.issued(row.id, entry.uuid);
    await tell({ ...row, uuid: entry.uuid }, entry, work);
  } catch (error) {
    if (!(error instanceof FailureError) || !refusing.includes(error.failure.code)) throw error;
    files.forget(row.id);
    await refuse(sighting, error.failure, work);
    return true;
  }
  await rm(file, { force: true });
  return true;
}

/** Puts the document and where it stands into out/; the status last, so that who sees it finds the document. */
export async function tell(row: DroppedFile, entry: LedgerEntry, work: FileWork): Promise<void> {
  const { folders, ledger, files } = work;
  const out = (ending: string) => path.join(folders.out, `${row.outName}${ending}`);
  const sealed = ledger.documents.issuedXml(entry.uuid);
  if (row.told === undefined && sealed !== undefined) await writeWhole(out('.xml'), sealed);
  const cleared = ledger.documents.clearedXml(entry.uuid);
  if (cleared !== undefined) await writeWhole(out('.cleared.xml'), cleared);
  const status = { file: row.name, ...toInvoice(entry, ledger) };
  await writeWhole(out('.json'), `${JSON.stringify(status, null, 2)}\n`);
  files.told(row.id, entry.submission.state);
}

type Read =
  | { kind: 'sale'; sale: Sale; prepared?: PreparedSale | undefined }
  /** No whole JSON (yet). */
  | { kind: 'broken'; failure: Failure; prepared?: undefined }
  | { kind: 'wrong'; failure: Failure; prepared?: undefined };

async function readFile(bytes: Buffer | undefined, intake: FileWork['intake']): Promise<Read> {
  const not = (code: string, message: string, params?: { limit: number }): Failure => ({
    code: 'bad-input',
    issues: [{ path: [], code, message, ...(params && { params }) }],
  });
  if (bytes === undefined) {
    const message = `must have at most ${largestFile} bytes`;
    return { kind: 'wrong', failure: not('file-too-large', message, { limit: largestFile }) };
  }
  const { read, prepared } = await intake.read(bytes);
  if (read.kind === 'sale') return { kind: 'sale', sale: read.sale, prepared };
  if (read.kind === 'refused') return { kind: 'wrong', failure: read.failure };
  // No beginning of a JSON object is one itself: half a file is told from a whole one.
  return { kind: 'broken', failure: not('not-json', 'must be one JSON object in UTF-8') };
}

/** Whether a broken file is given another look; counts from its last change. */
function mayGrow(sighting: Sighting, broken: FileWork['broken']): boolean {
  const before = broken.get(sighting.name);
  const looks = before !== undefined && isSame(before.sighting, sighting) ? before.looks + 1 : 1;
  broken.set(sighting.name, { sighting, looks });
  return looks < looksForBroken;
}

/** Sets a file aside; its reason first, so that no refused file is ever without one. */
async function refuse(
  { name, modifiedNs }: Sighting,
  failure: Failure,
  { folders, refused, now }: FileWork,
): Promise<void> {
  const stem = stemOf(name);
  let free = stem;
  for (let number = 2; await exists(path.join(folders.refused, `${free}.json`)); number += 1)
    free = `${stem}-${number}`;
  const at = now();
  const reason = {
    file: name,
    refusedAt: new Date(at).toISOString(),
    code: failure.code,
    message: { en: describeFailure(failure, 'en'), ar: describeFailure(failure, 'ar') },
    issues: failure.issues ?? [],
  };
  await writeWhole(path.join(folders.refused, `${free}.reason.json`), `${JSON.stringify(reason, null, 2)}\n`);
  refused.add({ name, modifiedNs, keptAs: `${free}.json` }, failure, at);
  await rename(path.join(folders.taken, name), path.join(folders.refused, `${free}.json`));
}
