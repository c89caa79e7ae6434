import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createThread } from '../../base/platform/thread.ts';
import type { PdfTask } from './pdf-worker.ts';

/** Makes PDFs in a thread, so that sales continue meanwhile. */
export function createPdfMaker(start: () => Worker = startWorker) {
  const thread = createThread<PdfTask, Uint8Array>('makes PDFs', start);
  return {
    /**
     * Makes a PDF; see `invoicePdf`.
     * @throws FailureError `bad-input` when the XML is not an invoice
     * @throws Error when the thread failed; the next PDF gets a new one
     */
    make: async (options: PdfTask) => Buffer.from(await thread.ask(options)),
    /** Stops; unfinished PDFs are abandoned. */
    close: thread.close,
  };
}

export type PdfMaker = ReturnType<typeof createPdfMaker>;

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(): Worker {
  return new Worker(new URL(`./pdf-worker${path.extname(import.meta.url)}`, import.meta.url));
}
