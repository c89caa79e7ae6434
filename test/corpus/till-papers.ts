import readWorkbook from 'read-excel-file/node';
import { readPdf } from '../document/paper/read-pdf.ts';
import type { Keep } from './keep.ts';
import { asText, type Play } from './play.ts';

/* The papers and files that leave the till with a document. */

/** Returns a page without the data of its fonts, which come with a package. */
export const withoutFonts = (html: string): string =>
  html.replace(/data:font\/[\w-]+;base64,[\w+/=]+/g, 'data:font');

/** Returns the page that a terminal without printers leaves to its window. */
export function pageOf(printed: { readonly by: string; readonly html?: string }): string {
  if (printed.html === undefined) throw new Error('the terminal printed it');
  return withoutFonts(printed.html);
}

/** Returns the texts of a PDF, page by page. */
export async function pdfTextOf({ base64 }: { readonly base64: string }): Promise<string> {
  const pdf = await readPdf(Buffer.from(base64, 'base64'));
  const pages = Array.from({ length: pdf.pages }, (_, index) => pdf.texts(index + 1));
  return [pdf.title, ...(await Promise.all(pages)).flat()].join('\n');
}

/** Returns the cells of a workbook as text. */
export async function sheetsOf(file: Uint8Array | { readonly base64: string }): Promise<string> {
  const bytes = file instanceof Uint8Array ? file : Buffer.from(file.base64, 'base64');
  return asText(await readWorkbook(Buffer.from(bytes)));
}

/** Keeps what leaves the till with an issued document, except its PDF, after the authority's answer. */
export async function keepDocument(
  keep: Keep,
  name: string,
  { ask }: Play,
  uuid: string,
  request: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const detail = await ask('invoice.get', { uuid });
  const { fileName, xml } = await ask('invoice.xml', { uuid });
  const sale = await ask('invoice.sale', { uuid });
  const { answers } = await ask('invoice.answers', { uuid });
  keep(`${name}/answers.json`, asText({ ...request, fileName, sale, detail, answers }));
  keep(`${name}/qr.txt`, detail.qr);
  keep(`${name}/issued.xml`, xml);
  if (detail.mode === 'clearance' && detail.state === 'accepted')
    keep(`${name}/cleared.xml`, (await ask('invoice.xml', { uuid, which: 'cleared' })).xml);
  keep(`${name}/receipt.html`, pageOf(await ask('receipt.print', { uuid })));
}
