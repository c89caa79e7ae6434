import { answerTasks } from '../platform/thread.ts';
import { createFonts } from './fonts.ts';
import { type InvoicePdfOptions, invoicePdf } from './invoice-pdf.ts';

/*
 * A thread of its own (see pdf-maker.ts): an invoice of a thousand lines takes a second to set, and the till must not
 * stand still meanwhile. Fonts that were read once stay.
 */

/** One PDF that is wanted. */
export type PdfTask = Omit<InvoicePdfOptions, 'fonts'>;

const fonts = createFonts();

answerTasks<PdfTask, Uint8Array>((task) => invoicePdf({ ...task, fonts }));
