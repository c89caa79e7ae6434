import type { Worker } from 'node:worker_threads';
import { createThread } from '../../base/platform/thread.ts';
import { workerBeside } from '../../base/platform/worker-beside.ts';
import type { Seller } from '../../document/invoice/invoice.ts';
import type { PreparedSale } from './prepared-sale.ts';
import { type ReadSale, readSale } from './read-sale.ts';
import type { SaleAnswer, SaleTask } from './sale-worker.ts';

/** Reads the sales of other programs; large ones in a separate thread, where they are also priced and written. */
export type SaleIntake = ReturnType<typeof createSaleIntake>;

export interface SaleIntakeOptions {
  readonly seller: () => Seller | undefined;
  readonly now: () => number;
  readonly start?: (() => Worker) | undefined;
}

/**
 * A sale of fewer bytes than this, up to about 150 lines, is read here: handing it to the thread would take longer.
 */
const smallSale = 16 * 1024;

export function createSaleIntake({ seller, now, start = startWorker }: SaleIntakeOptions) {
  const thread = createThread<SaleTask, SaleAnswer>('reads sales', start);
  return {
    /**
     * Reads a sale; `prepared` is present for large sales only. @throws Error when the thread failed; the next sale gets
     * a new thread
     */
    async read(bytes: Uint8Array): Promise<{ read: ReadSale; prepared?: PreparedSale }> {
      if (bytes.length <= smallSale) return { read: readSale(bytes) };
      const answer = await thread.ask({ kind: 'read', bytes, seller: seller(), now: now() });
      return answer.kind === 'read' ? answer : mixedUp();
    },
    /** Computes the hash of a document, see `canonicalHash`. */
    async hash(xml: Uint8Array) {
      const answer = await thread.ask({ kind: 'hash', xml });
      return answer.kind === 'hash' ? answer.hash : mixedUp();
    },
    close: thread.close,
  };
}

function mixedUp(): never {
  throw new Error('the thread that reads sales answered another task');
}

/** A sale that needs more memory than any real sale is refused, and the next sale gets a new thread. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

const startWorker = () => workerBeside(import.meta.url, 'sale-worker', { resourceLimits });
