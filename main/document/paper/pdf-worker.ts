import { answerTasks } from '../../base/platform/thread.ts';
import { createFonts } from './fonts.ts';
import { type InvoicePdfOptions, invoicePdf } from './invoice-pdf.ts';

/*
 * The PDF thread (see pdf-maker.ts): typesetting an invoice of a thousand lines takes a second, during which the till
 * must stay responsive. Fonts stay loaded.
 */

export type PdfTask = Omit<InvoicePdfOptions, 'fonts'>;

const fonts = createFonts();

answerTasks<PdfTask, Uint8Array>((task) => invoicePdf({ ...task, fonts }));
