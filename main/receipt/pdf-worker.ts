import { parentPort } from 'node:worker_threads';
import { type Failure, FailureError } from '../../shared/failure.ts';
import { createFonts } from './fonts.ts';
import { type InvoicePdfOptions, invoicePdf } from './invoice-pdf.ts';

/*
 * A thread of its own (see pdf-maker.ts): an invoice of a thousand lines takes a second to set, and the till must not
 * stand still meanwhile. Fonts that were read once stay.
 */

/** One PDF that is wanted. */
export interface PdfTask extends Omit<InvoicePdfOptions, 'fonts'> {
  /** Comes back in the answer. */
  readonly id: number;
}

export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: Failure }
  /** A defect. */
  | { readonly id: number; readonly error: string };

const fonts = createFonts();

async function answer({ id, ...options }: PdfTask): Promise<PdfAnswer> {
  try {
    return { id, bytes: await invoicePdf({ ...options, fonts }) };
  } catch (error) {
    if (error instanceof FailureError) return { id, failure: error.failure };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (task: PdfTask) => parentPort?.postMessage(await answer(task)));
