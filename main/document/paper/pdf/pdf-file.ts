import PDFDocument from 'pdfkit';
import type { Face } from '../fonts.ts';

/*
 * The PDF file: PDF/A-3b (ISO 19005-3), which is PDF 1.7 with every font embedded, one colour space, no scripts and no
 * transparency and, unlike earlier versions, with embedded files of any kind. The same input gives the same bytes.
 */

interface Attachment {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly description: string;
}

export interface PdfFileOptions {
  readonly title: string;
  /** The time in milliseconds since 1970. */
  readonly createdAt: number;
  readonly attachment?: Attachment;
}

export interface ShapePlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly heightScale?: number;
  readonly color?: string;
}

function newDocument(title: string, date: Date): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'ar',
    displayTitle: true,
    bufferPages: true,
    // There is no default font, since Helvetica would not be embedded.
    font: '',
    info: {
      // The library writes the title into XML without escaping.
      Title: title.replace(/[<>&]/g, ' '),
      Creator: 'Khatm',
      Producer: 'Khatm',
      CreationDate: date,
    },
  });
}

function embed(pdf: PDFKit.PDFDocument, attachment: Attachment, date: Date): void {
  // This is a separate variable, because the library's types lack `relationship`.
  const embedded = {
    name: attachment.fileName,
    type: 'text/xml',
    description: attachment.description,
    creationDate: date,
    modifiedDate: date,
    relationship: 'Alternative',
  };
  pdf.file(Buffer.from(attachment.bytes), embedded);
}

export function createPdfFile({ title, createdAt, attachment }: PdfFileOptions) {
  const date = new Date(createdAt);
  const pdf = newDocument(title, date);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  if (attachment !== undefined) embed(pdf, attachment, date);
  const registered = new Set<string>();

  function choose({ name, bytes }: Face): void {
    if (!registered.has(name)) pdf.registerFont(name, bytes);
    registered.add(name);
    pdf.font(name);
  }

  return {
    /** Draws a text. @param baseline points from the top */
    text(
      pieces: readonly { face: Face; text: string; x: number }[],
      {
        size,
        color,
        baseline,
        reads,
      }: {
        size: number;
        color: string;
        baseline: number;
        /** The text in reading order, for copying and screen readers, when it differs from the order on the page. */
        reads?: string;
      },
    ) {
      if (pieces.length === 0) return;
      pdf.fillColor(color);
      if (reads !== undefined) pdf.markContent('Span', { actual: reads });
      for (const { face, text, x } of pieces) {
        choose(face);
        // Any list of features, even an empty one, makes the library shape the whole piece at once instead of word by
        // word.
        pdf
          .fontSize(size)
          .text(text, x, baseline, { lineBreak: false, features: [], baseline: 'alphabetic' });
      }
      if (reads !== undefined) pdf.endMarkedContent();
    },
    line(from: number, to: number, y: number, color: string) {
      pdf.lineWidth(0.5).strokeColor(color).moveTo(from, y).lineTo(to, y).stroke();
    },
    shape(path: string, { x, y, scale, heightScale = scale, color = '#000000' }: ShapePlace) {
      pdf.save().translate(x, y).scale(scale, heightScale).path(path).fillColor(color).fill().restore();
    },
    /** Draws an opaque PNG. */
    image(png: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
      pdf.image(png, x, y, { width, height });
    },
    addPage() {
      pdf.addPage();
    },
    /** Chooses the page to draw on. @param number from 1 */
    selectPage(number: number) {
      pdf.switchToPage(number - 1);
    },
    end(): Promise<Buffer> {
      pdf.end();
      return done;
    },
  };
}

export type PdfFile = ReturnType<typeof createPdfFile>;
