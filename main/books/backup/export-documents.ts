import { createHash } from 'node:crypto';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { FailureError } from '../../../shared/failure.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { NewFile } from '../../base/outside/new-file.ts';
import { OutsideError } from '../../base/outside/outside-error.ts';
import { inFolder, type OutsideFolder, removeUnfinished } from '../../base/outside/outside-folder.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { riyadhDateTime, riyadhDayEnd, riyadhMidnight, riyadhText } from '../../base/platform/riyadh-time.ts';
import { spreadsheetText } from '../../base/platform/spreadsheet-text.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { unlessDamaged } from '../ledger/documents/damage.ts';
import type { Payment } from '../ledger/documents/document-facts.ts';
import type { CounterRange } from '../ledger/documents/documents.ts';
import type { StoredDocument } from '../ledger/documents/entry.ts';
import type { Archive } from '../ledger/ledger.ts';
import { withFileFailures } from './file-failures.ts';

export interface ExportOptions {
  /** A ledger, or a backup opened for reading. */
  readonly ledger: Pick<Archive, 'documents' | 'chain' | 'facts'>;
  readonly vatNumber: string;
  /** The folder, which is made if missing. Another export into it continues an interrupted one. */
  readonly folder: string;
  /** The data folder, in which the export may not be. */
  readonly ownFolder?: string | undefined;
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
  /** True if every user of the machine may write in the folder. */
  readonly isOpenToAll: boolean;
}

/** One file of the archive, in the folder of its month. */
interface ArchiveFile {
  readonly month: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** The number of documents after which progress is reported. */
const atOnce = 16;

/**
 * Writes documents into an external archive under their official names, in a folder for each month, with the
 * authority's own copy as `….cleared.xml` if there is one, and a CSV list that says who issued each and how it was
 * paid. A file gets its name once it is synced and was read back; an existing file is compared and replaced if it
 * differs. Of a damaged ledger everything that can be read is written, but no list of sums.
 * @throws FailureError `document-damaged` of the first damaged document, `disk-full`, `folder-unusable`
 */
export function exportDocuments(options: ExportOptions): Promise<Exported> {
  const { folder, ownFolder } = options;
  return withFileFailures(() =>
    inFolder(folder, { ownFolder, make: privateFolder }, (root) => exportInto(root, options)),
  );
}

async function exportInto(root: OutsideFolder, options: ExportOptions): Promise<Exported> {
  const { vatNumber, range = {} } = options;
  await removeUnfinished(root, Date.now());
  const name = `${vatNumber}_${range.from ?? 'first'}_${range.to ?? 'last'}`;
  const [list, index] = [await root.begin(), await beginIndex(root)];
  try {
    const { documents, written, damage } = await writeAll(root, list, index, options);
    await list.write(Buffer.from(`${await index.keep(`${name}.csv`)}  ${name}.csv\n`));
    if (damage !== undefined) throw damage;
    await list.keep(`${name}.sha256`);
    await root.sync();
    const sums = path.join(root.path, `${name}.sha256`);
    return { documents, written, sums, isOpenToAll: root.isOpenToAll };
  } finally {
    await index.end();
    await list.end();
  }
}

/** Writes the documents, and lines about them into the list of sums and the index. */
async function writeAll(
  root: OutsideFolder,
  list: NewFile,
  index: Index,
  { ledger, vatNumber, range = {}, onProgress, signal }: ExportOptions,
) {
  const counters = countersOf(ledger, range);
  const of = Math.max(0, counters.last - counters.first + 1);
  const months = new Map<string, OutsideFolder>();
  let damage: FailureError | undefined;
  let [documents, written] = [0, 0];

  const write = async (files: readonly ArchiveFile[]) => {
    signal?.throwIfAborted();
    for (const file of files) {
      const month = months.get(file.month) ?? (await root.folder(file.month, { make: privateFolder }));
      months.set(file.month, month);
      if (await writeOne(month, file)) written += 1;
    }
    await listFiles(list, files);
    onProgress?.(documents, of);
  };

  let files: ArchiveFile[] = [];
  for (const document of ledger.documents.inOrder(counters)) {
    const month = riyadhDateTime(document.issuedAt).date.slice(0, 7);
    const xmlName = documentFileName(vatNumber, document);
    const links = [ledger.documents.replacedBy(document.uuid), ledger.documents.replaces(document.uuid)];
    await index.add(document, {
      payments: ledger.facts.payments(document.icv),
      links: links.map((other) => other?.number ?? null),
      name: `${month}/${xmlName}`,
    });
    const take = (name: string, read: () => Buffer) => {
      unlessDamaged(
        () => files.push({ month, name, bytes: read() }),
        (_, error) => {
          damage ??= error;
        },
      );
    };
    take(xmlName, document.xml);
    if (document.clearedXml) take(xmlName.replace(/\.xml$/, '.cleared.xml'), document.clearedXml);
    documents += 1;
    if (documents % atOnce === 0) {
      await write(files);
      files = [];
    }
  }
  if (files.length > 0) await write(files);
  for (const month of months.values()) await month.sync();
  return { documents, written, damage };
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
  'replacedBy',
  'replaces',
];

/** The number of lines of the list that are written at once. */
const linesAtOnce = 200;

type Index = Awaited<ReturnType<typeof beginIndex>>;

/** A list of the documents as CSV, written row by row. */
async function beginIndex(folder: OutsideFolder) {
  const file = await folder.begin();
  const hash = createHash('sha256');
  let lines: string[] = [];
  const flush = async () => {
    const text = lines.join('');
    lines = [];
    hash.update(text);
    await file.write(Buffer.from(text));
  };
  const write = async (row: readonly (string | number | null)[]) => {
    const cells = row.map((cell) => (typeof cell === 'string' ? spreadsheetText(cell) : cell));
    lines.push(stringify([cells], { record_delimiter: 'windows' }));
    if (lines.length >= linesAtOnce) await flush();
  };
  await write(indexHeading);
  return {
    /** @param about `links`: the numbers of the document that replaces it, and of the one that it replaces */
    add(
      document: StoredDocument,
      {
        payments,
        links,
        name,
      }: { payments: readonly Payment[]; links: readonly (string | null)[]; name: string },
    ) {
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
      const trueTime = trueAt === undefined ? null : riyadhText(trueAt);
      return write([...facts, ...paidCells(payments), trueTime, ...links]);
    },
    /** Gives the file its name. Returns its hash, hex. */
    async keep(name: string): Promise<string> {
      await flush();
      await file.keep(name);
      return hash.digest('hex');
    },
    end: file.end,
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
async function writeOne(folder: OutsideFolder, { name, bytes }: ArchiveFile): Promise<boolean> {
  if (await holds(folder, name, bytes)) return false;
  const file = await folder.begin();
  try {
    await file.write(bytes);
    await file.check();
    await file.keep(name);
    return true;
  } finally {
    await file.end();
  }
}

/** Returns false for a file that is missing or another one, and for whatever else has its name and is replaced. */
async function holds(folder: OutsideFolder, name: string, bytes: Buffer): Promise<boolean> {
  try {
    return (await folder.read(name, bytes.length))?.equals(bytes) ?? false;
  } catch (error) {
    if (error instanceof RangeError) return false;
    if (error instanceof OutsideError && error.failure.code !== 'place-silent') return false;
    throw error;
  }
}

async function listFiles(list: NewFile, files: readonly ArchiveFile[]): Promise<void> {
  const lines = files.map(
    ({ month, name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${month}/${name}\n`,
  );
  await list.write(Buffer.from(lines.join('')));
}
