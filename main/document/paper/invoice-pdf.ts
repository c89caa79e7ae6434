import { noShopLines, type ShopLines, shownLines } from '../../../shared/shop-lines.ts';
import { riyadhInstant } from '../../base/platform/riyadh-time.ts';
import type { Fonts } from './fonts.ts';
import { setClosing, setHeading } from './pdf/heading.ts';
import { setLineTable } from './pdf/line-table.ts';
import { createPdfFile } from './pdf/pdf-file.ts';
import { createSheet, labelStyle, left, right, type Sheet, warning } from './pdf/sheet.ts';
import { setTotals } from './pdf/totals.ts';
import { type PrintedDocument, type PrintedFrom, printedDocument } from './printed-document.ts';
import { labels, type Mark, marks, pageWords } from './words.ts';

export interface InvoicePdfOptions extends PrintedFrom {
  readonly fileName: string;
  readonly fonts: Fonts;
  /** The warnings for the reader; none on a document that may be handed over. */
  readonly marks?: readonly Mark[];
  readonly shop?: ShopLines | undefined;
}

/**
 * Makes an A4 document in Arabic and English as PDF/A-3b with its XML inside (`Alternative`). The same input gives the
 * same bytes; its date is the document's.
 * @throws FailureError `bad-input` when the XML is not an invoice
 */
export async function invoicePdf({
  fileName,
  fonts,
  marks: shownMarks = [],
  shop: set = noShopLines,
  ...from
}: InvoicePdfOptions): Promise<Buffer> {
  const document = printedDocument(from);
  const shop = shownLines(set);
  const file = createPdfFile({
    title: `${document.title.en} ${document.number}`,
    createdAt: riyadhInstant(`${document.date}T${document.time}`),
    attachment: { fileName, bytes: from.xml, description: `${document.title.en} ${document.number} (XML)` },
  });
  const sheet = createSheet(file, fonts);
  setHeading(sheet, document, shownMarks, shop);
  setLineTable(sheet, document);
  setTotals(sheet, document, shop.riyalSign);
  setClosing(sheet, document, shop);
  sheet.finish((page, pages, baseline) => drawFoot(sheet, document, shownMarks, { page, pages, baseline }));
  return file.end();
}

function drawFoot(
  sheet: Sheet,
  { number }: PrintedDocument,
  shownMarks: readonly Mark[],
  { page, pages, baseline }: { page: number; pages: number; baseline: number },
): void {
  const style = { ...labelStyle, weight: 'regular' } as const;
  sheet.line(baseline - 14);
  const [mark] = shownMarks;
  if (mark === undefined) sheet.words(labels.attached, style, { left, right }, baseline);
  else sheet.words(marks[mark], { ...style, color: warning }, { left, right }, baseline);
  const { ar, en } = pageWords(page, pages);
  sheet.fitted(`${number}  ·  ${ar}  ${en}`, style, { left, right: right - 220, align: 'left' }, baseline);
}
