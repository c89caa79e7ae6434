import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fontFile } from '../../../main/document/paper/font-files.ts';
import { openTypeOf } from '../../../main/document/paper/woff.ts';

/* Reads PDFs back, both with an independent reader and directly from the file. */

export interface ReadPdf {
  readonly pages: number;
  /**
   * Returns the texts of a page in their order, each in reading order. The letters of a ligature may have either order.
   */
  texts(page: number): Promise<string[]>;
  /** Returns the texts of all pages by rows from the top, each row from the left. */
  rows(): Promise<{ text: string; right: number }[][]>;
  readonly attachments: ReadonlyMap<string, Buffer>;
  readonly title: string;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const attachments = new Map<string, Buffer>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? [])
    attachments.set(filename, Buffer.from((await document.getAttachmentContent(id)) ?? []));
  const { info } = (await document.getMetadata()) as { info: { Title?: string } };
  return {
    pages: document.numPages,
    async texts(page) {
      const { items } = await (await document.getPage(page)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
    },
    async rows() {
      const all: { text: string; right: number }[][] = [];
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        const rows = new Map<number, { text: string; left: number; right: number }[]>();
        for (const item of items) {
          if (!('str' in item) || item.str.trim() === '') continue;
          const [, , , , x = 0, y = 0] = item.transform as number[];
          const row = { text: item.str, left: x, right: x + item.width };
          rows.set(Math.round(y), [...(rows.get(Math.round(y)) ?? []), row]);
        }
        const fromTop = [...rows].sort(([a], [b]) => b - a).map(([, row]) => row);
        all.push(...fromTop.map((row) => row.sort((a, b) => a.left - b.left)));
      }
      return all;
    },
    attachments,
    title: info.Title ?? '',
  };
}

const arabic = create(openTypeOf(fontFile('arabic', 'regular'))) as Font;

/**
 * Returns a text as the reader returns it, without white space. The reader reverses a line of Arabic letter by letter,
 * so the letters of one glyph, which are exactly those that the font joins, are in the wrong order.
 */
export function asRead(text: string): string {
  const letters = text.replace(/\s/g, '');
  if (!/^\p{Script=Arabic}+$/u.test(letters)) return letters;
  const words = text.split(' ').map((word) => {
    const codePoints = arabic.layout(word).glyphs.flatMap((glyph) => glyph.codePoints);
    return codePoints.reverse().map((codePoint) => String.fromCodePoint(codePoint));
  });
  return words.flat().join('');
}

/** Returns the whole content of the file, with its compressed streams expanded. */
export function openStreams(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  let opened = '';
  let at = 0;
  for (const match of text.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    opened += text.slice(at, match.index);
    at = match.index + match[0].length;
    try {
      opened += inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1');
    } catch {
      opened += match[1]; // The stream is not compressed.
    }
  }
  return opened + text.slice(at);
}

/** Returns the text that a reader copies (ActualText), in the order of the page. */
export function actualTexts(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (const [, literal = ''] of openStreams(bytes).matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)) {
    const raw = Buffer.from(
      literal.replace(/\\([\s\S])/g, (_, escaped: string) => unescaped(escaped)),
      'latin1',
    );
    texts.push(
      raw[0] === 0xfe && raw[1] === 0xff
        ? raw.subarray(2).swap16().toString('utf16le')
        : raw.toString('latin1'),
    );
  }
  return texts;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (character: string) => escapes[character] ?? character;
