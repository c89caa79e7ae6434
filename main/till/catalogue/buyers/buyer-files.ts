import { randomUUID } from 'node:crypto';
import type { BuyerPreview } from '../../../../shared/contract/till/buyers.ts';
import { fail, refuseInput } from '../../../../shared/failure.ts';
import { buyerFileWords } from '../../../../shared/words/buyer-files.ts';
import type { NamedFile } from '../../../base/platform/files/named-file.ts';
import { createThread } from '../../../base/platform/thread.ts';
import { workerBeside } from '../../../base/platform/worker-beside.ts';
import type { BuyerBook, ImportedBuyers, Writer } from '../../../books/ledger/accounts/buyer-book.ts';
import { shown, summaryOf } from '../tables/plan-summary.ts';
import { readingLimit } from '../tables/reading-limit.ts';
import type { TableFormat } from '../tables/write-table.ts';
import type { BuyerAnswer, BuyerTable, BuyerTask } from './buyer-files-worker.ts';
import { type BuyerPlan, planBuyers } from './plan-buyers.ts';
import type { ReadBuyer } from './read-buyer.ts';

/** Imports and exports of books of buyers; files are read and written in a thread, so that sales continue meanwhile. */
export function createBuyerFiles() {
  const thread = createThread<BuyerTask, BuyerAnswer>('reads files with buyers', startWorker);
  let last: { id: string; book: BuyerBook; rows: readonly ReadBuyer[] } | undefined;
  return {
    /** Says what a file's import would do. @throws FailureError `bad-input` for a file that cannot be read at all */
    async preview(bytes: Uint8Array, book: BuyerBook): Promise<BuyerPreview> {
      const table = (await thread.ask({ kind: 'read', bytes }, readingLimit)) as BuyerTable;
      last = { id: randomUUID(), book, rows: table.rows };
      return previewOf(last.id, table, planBuyers(book.all(), table.rows));
    },
    /**
     * Imports the last preview of this book, all of it or nothing.
     * @throws FailureError `buyer-missing` for any other preview; `bad-input` when a row has become faulty since
     */
    import(id: string, book: BuyerBook, by: Writer): ImportedBuyers {
      if (last?.id !== id || last.book !== book) return fail('buyer-missing');
      const { rows } = last;
      const done = book.import((existing) => changesIn(planBuyers(existing, rows)), by);
      last = undefined;
      return done;
    },
    async export(book: BuyerBook, format: TableFormat): Promise<NamedFile> {
      const buyers = book.all().map(({ buyer }) => buyer);
      const bytes = (await thread.ask({ kind: 'write', buyers, format })) as Uint8Array;
      return { fileName: `${buyerFileWords[format.language].fileName}.${format.format}`, bytes };
    },
    close: thread.close,
  };
}

export type BuyerFiles = ReturnType<typeof createBuyerFiles>;

function previewOf(id: string, table: BuyerTable, plan: BuyerPlan): BuyerPreview {
  return {
    import: id,
    ...summaryOf(plan, table),
    sample: plan.rows
      .flatMap(({ number, kind, buyer }) =>
        kind === 'unchanged'
          ? []
          : {
              row: number,
              kind,
              name: buyer.name,
              number: buyer.vatNumber ?? buyer.identification?.value ?? '',
            },
      )
      .slice(0, shown.rows),
  };
}

function changesIn({ rows, faults }: BuyerPlan) {
  const [fault] = faults;
  if (fault !== undefined) {
    const { row, code, params } = fault;
    refuseInput(['rows', row], code, code, params);
  }
  return rows.filter(({ kind }) => kind !== 'unchanged');
}

/** A file that fills the memory ends only the worker. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

const startWorker = () => workerBeside(import.meta.url, 'buyer-files-worker', { resourceLimits });
