import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { FailureError } from '../../../shared/failure.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';
import { syncFile, syncFolders } from '../../base/platform/files/sync-files.ts';
import { riyadhDateTime, riyadhDayEnd, riyadhMidnight, riyadhText } from '../../base/platform/riyadh-time.ts';
import { spreadsheetText } from '../../base/platform/spreadsheet-text.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { unlessDamaged } from '../ledger/documents/damage.ts';
import type { Payment } from '../ledger/documents/document-facts.ts';
import type { CounterRange } from '../ledger/documents/documents.ts';
import type { StoredDocument } from '../ledger/documents/entry.ts';
import type { Archive } from '../ledger/ledger.ts';
import { publish, withFileFailures } from './durable-file.ts';

export interface ExportOptions {
  /** A ledger, or a backup opened for reading. */
  readonly ledger: Pick<Archive, 'documents' | 'chain' | 'facts'>;
  readonly vatNumber: string;
  /** The folder, which is created if missing. Another export into it continues an interrupted one. */
  readonly folder: string;
  /** The dates in Riyadh, first and last day included; by default all documents. */
  readonly range?: DayRange;
  /** Reports the number of documents done, and the total. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Stops the export; it rejects with the signal's reason, and written files stay. */
  readonly signal?: AbortSignal;
}

export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Exported {
  readonly documents: number;
  /** The number of files written now; the others already existed with the same bytes. */
  readonly written: number;
  /**
   * The file with the SHA-256 of every other file, as `sha256sum --check` reads it. Without it an export is incomplete.
   */
  readonly sums: string;
}

/** One file of the archive; `name` is its path in the folder, with `/`. */
interface ArchiveFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The number of documents written at once: enough to keep a disk busy, few enough for the memory. */
const atOnce = 16;

/**
 * Writes documents into an external archive under their official names, in a folder for each month, with the
 * authority's own copy as `….cleared.xml` if there is one, and a CSV list that says who issued each and how it was
 * paid. A file gets its name once it is synced and was read back; an existing file is compared and replaced if it
 * differs. Of a damaged ledger everything that can be read is written, but no list of sums.
 * @throws FailureError `document-damaged` of the first damaged document, `disk-full`, `folder-unusable`
 */
export function exportDocuments(options: ExportOptions): Promise<Exported> {
  const { ledger, vatNumber, folder, range = {}, onProgress, signal } = options;
  const counters = countersOf(ledger, range);
  const of = Math.max(0, counters.last - counters.first + 1);
  const name = `${vatNumber}_${range.from ?? 'first'}_${range.to ?? 'last'}`;
  const sums = path.join(folder, `${name}.sha256`);

  return withFileFailures(async () => {
    await mkdir(folder, { recursive: true, mode: privateFolder });
    const list = await open(`${sums}.part`, 'w', privateFile);
    const index = await beginIndex(path.join(folder, `${name}.csv`));
    const months = new Set<string>();
    const damage: FailureError[] = [];
    let [documents, written] = [0, 0];

    const writeAll = async (files: readonly ArchiveFile[]) => {
      signal?.throwIfAborted();
      for (const month of new Set(files.map(({ name }) => path.posix.dirname(name)))) {
        if (!months.has(month))
          await mkdir(path.join(folder, month), { recursive: true, mode: privateFolder });
        months.add(month);
      }
      const wrote = await Promise.all(files.map((file) => writeOne(folder, file)));
      written += wrote.filter(Boolean).length;
      await listFiles(list, files);
      onProgress?.(documents, of);
    };

    try {
      let files: ArchiveFile[] = [];
      for (const document of ledger.documents.inOrder(counters)) {
        const month = riyadhDateTime(document.issuedAt).date.slice(0, 7);
        const xmlName = `${month}/${documentFileName(vatNumber, document)}`;
        await index.add(document, ledger.facts.payments(document.icv), xmlName);
        const take = (name: string, read: () => Buffer) => {
          unlessDamaged(
            () => files.push({ name, bytes: read() }),
            (_, error) => damage.push(error),
          );
        };
        take(xmlName, document.xml);
        if (document.clearedXml) take(xmlName.replace(/\.xml$/, '.cleared.xml'), document.clearedXml);
        documents += 1;
        if (documents % atOnce === 0) {
          await writeAll(files);
          files = [];
        }
      }
      if (files.length > 0) await writeAll(files);
      await list.write(`${await index.end()}  ${name}.csv\n`);
    } finally {
      await index.close();
      await list.close();
    }
    for (const month of months) await syncFolders(path.join(folder, month));
    if (damage[0] !== undefined) throw damage[0];
    await publish(`${sums}.part`, sums);
    return { documents, written, sums };
  });
}

const indexHeading = [
  'file',
  'number',
  'counter',
  'time',
  'kind',
  'currency',
  'total',
  'issuedBy',
  'shift',
  'payments',
  'tendered',
  'change',
  'trueTime',
];

/** A list of the documents as CSV, written row by row. */
async function beginIndex(file: string) {
  const part = `${file}.part`;
  const handle = await open(part, 'w', privateFile);
  const hash = createHash('sha256');
  const write = async (row: readonly (string | number | null)[]) => {
    const cells = row.map((cell) => (typeof cell === 'string' ? spreadsheetText(cell) : cell));
    const line = stringify([cells], { record_delimiter: 'windows' });
    hash.update(line);
    await handle.write(line);
  };
  await write(indexHeading);
  return {
    add(document: StoredDocument, payments: readonly Payment[], name: string) {
      const { number, icv, issuedAt, trueAt, kind, currency, payable, by, shift } = document;
      const facts = [
        name,
        number,
        icv,
        riyadhText(issuedAt),
        kind,
        currency,
        halalasToText(payable),
        by,
        shift,
      ];
      return write([...facts, ...paidCells(payments), trueAt === undefined ? null : riyadhText(trueAt)]);
    },
    /** Gives the file its name. Returns its hash, hex. */
    async end(): Promise<string> {
      await handle.close();
      await publish(part, file);
      return hash.digest('hex');
    },
    close: () => handle.close(),
  };
}

/** Returns the means with their amounts, as `cash 20.00; card 14.50`, the cash handed over, and the change. */
function paidCells(payments: readonly Payment[]): (string | null)[] {
  const means = payments.map(({ means: one, amount }) =>
    amount === undefined ? one : `${one} ${halalasToText(amount)}`,
  );
  const cash = payments.find(({ amount, tendered }) => amount !== undefined && tendered !== undefined);
  const { amount = 0, tendered } = cash ?? {};
  if (tendered === undefined) return [means.join('; '), null, null];
  return [means.join('; '), halalasToText(tendered), halalasToText(tendered - amount)];
}

function countersOf(ledger: ExportOptions['ledger'], { from, to }: DayRange): CounterRange {
  return {
    first: from === undefined ? 1 : ledger.documents.counterAt(riyadhMidnight(from)),
    last:
      to === undefined ? (ledger.chain.head()?.icv ?? 0) : ledger.documents.counterAt(riyadhDayEnd(to)) - 1,
  };
}

/** Returns true if it had to be written. */
async function writeOne(folder: string, { name, bytes }: ArchiveFile): Promise<boolean> {
  const file = path.join(folder, name);
  if (await holds(file, bytes)) return false;
  const part = `${file}.part`;
  await writeFile(part, bytes, { mode: privateFile });
  await syncFile(part);
  if (!(await holds(part, bytes))) {
    await rm(part, { force: true });
    throw Object.assign(new Error('a file does not hold what was written'), { syscall: 'read', code: 'EIO' });
  }
  await moveFile(part, file);
  return true;
}

async function holds(file: string, bytes: Buffer): Promise<boolean> {
  try {
    return bytes.equals(await readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function listFiles(list: FileHandle, files: readonly ArchiveFile[]): Promise<void> {
  const lines = files.map(
    ({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  await list.write(lines.join(''));
}
