import { createHash, randomUUID } from 'node:crypto';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import type { PreparedSale } from '../../till/issue/prepared-sale.ts';
import type { SaleIntake } from '../../till/issue/sale-intake.ts';
import { checkNamed } from '../invoices/check-named.ts';
import { documentOf, type Issue } from '../invoices/issue-once.ts';
import { publicIssues } from '../public-issues.ts';
import { exists, isSame, readWhole, type Sighting, stemOf, writeWhole } from './folder-files.ts';
import type { RefusedFiles } from './refused-files.ts';
import { type StatusWork, writeStatus } from './status-files.ts';

/** A file does not say which program wrote it. */
const dropFolder = { kind: 'dropFolder', name: 'drop folder' } as const;

/** The size in bytes of a sale of 5,000 lines with long names. */
const largestFile = 4 * 1024 * 1024;

/** The number of scans after which a file of incomplete JSON is refused, since it may still be written. */
const scansForBroken = 10;

/** Returns true when another sale holds the goods until its card payment has ended. */
const isPassing = ({ issues = [] }: Failure) =>
  issues.length > 0 && issues.every(({ code }) => code === 'return-under-way');

/** A file that fails with one of these would fail again, so it is refused; any other is tried again. */
const refusing = ['bad-input', 'sale-differs', 'hash-mismatch'];

export interface FileWork extends StatusWork {
  readonly refused: RefusedFiles;
  readonly issue: Issue;
  readonly intake: Pick<SaleIntake, 'read'>;
  /** True if a manager lets the folder declare documents of other systems. */
  readonly otherSystems: boolean;
  readonly now: () => number;
  readonly broken: Map<string, { sighting: Sighting; scans: number }>;
}

/**
 * Turns one file of `.taken` into a document in out/, or moves it into refused/. If it is interrupted and repeated, the
 * result is the same: the row, found by name, time of writing and content, has the sale's id.
 * @returns false when the file must be processed again
 * @throws FailureError when the terminal cannot issue now
 */
export async function processFile(name: string, work: FileWork): Promise<boolean> {
  const { folders, files, broken } = work;
  const whole = await readWhole(folders.taken, name, largestFile);
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
    // An issued document stays issued, even if it could not be issued today.
    const sale = { ...read.sale, saleId: read.sale.saleId ?? row.saleId };
    const entry =
      (row.uuid === undefined ? undefined : work.ledger.documents.get(row.uuid)) ??
      (await issueFrom(sale, work, prepared)).entry;
    files.issued(row.id, entry.uuid);
    await writeStatus({ ...row, uuid: entry.uuid }, entry, work);
  } catch (error) {
    if (!(error instanceof FailureError) || !refusing.includes(error.failure.code)) throw error;
    if (isPassing(error.failure)) return false;
    files.forget(row.id);
    await refuse(sighting, error.failure, work);
    return true;
  }
  await folders.taken.remove(name);
  return true;
}

/** Issues a sale of the folder, which grants no rights to single programs: all of them have those of the folder. */
function issueFrom(
  sale: Sale & { saleId: string },
  { ledger, issue, otherSystems }: FileWork,
  prepared?: PreparedSale,
) {
  if (ledger.documents.getBySaleId(sale.saleId) === undefined)
    checkNamed(sale, otherSystems, 'needs a permission in the settings of the drop folder');
  return issue(sale, dropFolder, prepared);
}

type Read =
  | { kind: 'sale'; sale: Sale; prepared?: PreparedSale | undefined }
  /** The file is not complete JSON, perhaps because it is still being written. */
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
  // A truncated JSON object is never valid JSON, so half a file cannot be mistaken for a complete one.
  return { kind: 'broken', failure: not('not-json', 'must be one JSON object in UTF-8') };
}

/** Counts the scans since a broken file last changed. Returns true while the file may still be incomplete. */
function mayGrow(sighting: Sighting, broken: FileWork['broken']): boolean {
  const before = broken.get(sighting.name);
  const scans = before !== undefined && isSame(before.sighting, sighting) ? before.scans + 1 : 1;
  broken.set(sighting.name, { sighting, scans });
  return scans < scansForBroken;
}

/** Moves a file into refused/. The reason is written first, so that every refused file has one. */
async function refuse(
  { name, modifiedNs }: Sighting,
  failure: Failure,
  { folders, refused, ledger, now }: FileWork,
): Promise<void> {
  const stem = stemOf(name);
  let free = stem;
  for (let number = 2; await exists(folders.refused, `${free}.json`); number += 1) free = `${stem}-${number}`;
  const at = now();
  const reason = {
    file: name,
    refusedAt: new Date(at).toISOString(),
    code: failure.code,
    message: { en: describeFailure(failure, 'en'), ar: describeFailure(failure, 'ar') },
    issues: publicIssues(failure.issues ?? [], 'en'),
    ...(failure.code === 'sale-differs' && documentOf(ledger, String(failure.detail?.saleId))),
  };
  await writeWhole(folders.refused, `${free}.reason.json`, `${JSON.stringify(reason, null, 2)}\n`);
  refused.add({ name, modifiedNs, keptAs: `${free}.json` }, failure, at);
  await folders.taken.move(name, folders.refused, `${free}.json`);
}
