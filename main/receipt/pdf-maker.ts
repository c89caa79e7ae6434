import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createThread } from '../platform/thread.ts';
import type { PdfTask } from './pdf-worker.ts';

/** Makes PDFs beside the terminal's own work: sales go on meanwhile. */
export interface PdfMaker {
  /**
   * See `invoicePdf`.
   * @throws FailureError `bad-input` when the XML is no invoice
   * @throws Error when the thread broke; the next PDF has a new one
   */
  make(options: PdfTask): Promise<Buffer>;
  /** What is not made by then is not made any more. */
  close(): Promise<void>;
}

/** @param start makes the thread */
export function createPdfMaker(start: () => Worker = startWorker): PdfMaker {
  const thread = createThread<PdfTask, Uint8Array>('makes PDFs', start);
  return {
    make: async (options) => Buffer.from(await thread.ask(options)),
    close: thread.close,
  };
}

/** Beside this module, in the sources and in the bundle alike. */
function startWorker(): Worker {
  return new Worker(new URL(`./pdf-worker${path.extname(import.meta.url)}`, import.meta.url));
}
