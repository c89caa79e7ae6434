import { bookLimits, buyerColumns } from '../../../shared/buyer-book.ts';
import { fail } from '../../../shared/failure.ts';
import type { Buyer } from '../../../shared/party.ts';
import { buyerFileWords } from '../../../shared/words/buyer-files.ts';
import { answerTasks } from '../../platform/thread.ts';
import { readTable } from '../tables/read-table.ts';
import { type TableFormat, writeTable } from '../tables/write-table.ts';
import { columnsOfBuyers, type ReadBuyer, readBuyer } from './read-buyer.ts';

/* The thread for files with buyers: a large one takes seconds, during which the till must stay responsive. */

export type BuyerTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly buyers: readonly Buyer[]; readonly format: TableFormat };

export interface BuyerTable {
  readonly rows: readonly ReadBuyer[];
  /** Headings of columns that are not read. */
  readonly unread: readonly string[];
}

export type BuyerAnswer = BuyerTable | Uint8Array;

async function work(task: BuyerTask): Promise<BuyerAnswer> {
  return task.kind === 'read' ? await read(task.bytes) : await write(task.buyers, task.format);
}

async function read(bytes: Uint8Array): Promise<BuyerTable> {
  const [heading, ...rows] = await readTable(bytes);
  const columns = columnsOfBuyers.find(heading?.cells ?? []);
  if (columns.every((column) => column === undefined) || heading === undefined) return refuse('no-columns');
  if (rows.length > bookLimits.rows) return refuse('too-many-rows', { limit: bookLimits.rows });
  return {
    rows: rows.map((row) => readBuyer(row, columns)),
    unread: heading.cells.filter((cell, index) => cell !== '' && columns[index] === undefined),
  };
}

const refuse = (code: string, params?: Readonly<Record<string, number>>) =>
  fail('bad-input', { issues: [{ path: ['file'], code, message: code, ...(params && { params }) }] });

function write(buyers: readonly Buyer[], format: TableFormat): Promise<Uint8Array> {
  const heading = buyerColumns.map((column) => buyerFileWords[format.language].columns[column]);
  const rows = buyers.map(({ name, vatNumber, identification, address }) => {
    const cells = {
      name,
      vatNumber,
      scheme: identification?.scheme,
      number: identification?.value,
      ...address,
    };
    return buyerColumns.map((column) => cells[column] ?? '');
  });
  return writeTable([heading, ...rows], format);
}

answerTasks<BuyerTask, BuyerAnswer>(work, (answer) =>
  answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [],
);
