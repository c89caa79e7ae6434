import { bookLimits, buyerColumns } from '../../../../shared/sale/buyer-book.ts';
import type { Buyer } from '../../../../shared/sale/party.ts';
import { buyerFileWords } from '../../../../shared/words/buyer-files.ts';
import { answerTasks } from '../../../base/platform/thread.ts';
import { openList, type ReadRows, rowsIn } from '../tables/read-rows.ts';
import type { TableRow } from '../tables/table-row.ts';
import { type TableFormat, writeTable } from '../tables/write-table.ts';
import { columnsOfBuyers, type ReadBuyer, readBuyer } from './read-buyer.ts';

/* The thread for files with buyers: a large one takes seconds, during which the till must stay responsive. */

export type BuyerTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly buyers: readonly Buyer[]; readonly format: TableFormat };

export type BuyerTable = ReadRows<ReadBuyer>;
export type BuyerAnswer = BuyerTable | Uint8Array;

const reading = {
  columns: columnsOfBuyers,
  readerOf: (columns: Parameters<typeof readBuyer>[1]) => (row: TableRow) => readBuyer(row, columns),
  most: bookLimits.rows,
};

async function work(task: BuyerTask): Promise<BuyerAnswer> {
  if (task.kind === 'write') return await write(task.buyers, task.format);
  return rowsIn(await openList(task.bytes, reading));
}

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
