import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { FailureError } from '../../shared/failure.ts';
import type { InvoicePdfOptions } from './invoice-pdf.ts';
import type { PdfAnswer, PdfTask } from './pdf-worker.ts';

/** Makes PDFs beside the terminal's own work: sales go on meanwhile. */
export interface PdfMaker {
  /**
   * See `invoicePdf`.
   * @throws FailureError `bad-input` when the XML is no invoice
   * @throws Error when the thread broke; the next PDF has a new one
   */
  make(options: Omit<InvoicePdfOptions, 'fonts'>): Promise<Buffer>;
  /** What is not made by then is not made any more. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

/**
 * One thread, begun with the first PDF and kept for the next ones; it does not keep the program from ending.
 * @param start makes the thread
 */
export function createPdfMaker(start: () => Worker = startWorker): PdfMaker {
  let worker: Worker | undefined;
  let waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;

  function begin(): Worker {
    const begun = start();
    const own = waiting;
    let cause: unknown;
    begun.on('message', (answer: PdfAnswer) => {
      const asked = own.get(answer.id);
      own.delete(answer.id);
      if (own.size === 0) begun.unref();
      if ('bytes' in answer) asked?.resolve(Buffer.from(answer.bytes));
      else if ('failure' in answer) asked?.reject(new FailureError(answer.failure));
      else asked?.reject(new Error(answer.error));
    });
    begun.on('error', (error) => {
      cause = error;
    });
    begun.on('exit', () => {
      if (worker === begun) worker = undefined;
      if (waiting === own) waiting = new Map();
      for (const { reject } of own.values()) reject(new Error('the thread that makes PDFs ended', { cause }));
    });
    return begun;
  }

  return {
    make(options) {
      if (closed) return Promise.reject(new Error('closed'));
      worker ??= begin();
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      waiting.set(lastId, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...options, id: lastId } satisfies PdfTask);
      return promise;
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

/** Beside this module, in the sources and in the bundle alike. */
function startWorker(): Worker {
  return new Worker(new URL(`./pdf-worker${path.extname(import.meta.url)}`, import.meta.url));
}
