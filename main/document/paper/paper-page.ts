import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import { figuresToKeep } from './figures.ts';
import { fontFile, type Weight } from './font-files.ts';
import type { Words } from './words.ts';

/*
 * Pages for a receipt printer: HTML, Arabic first, complete in itself (with its fonts) and without scripts. They are
 * black on white only, since thermal paper has no grey.
 */

interface Measures {
  /** Millimetres of the printed column, including the white at its sides. */
  readonly width: number;
  /** Millimetres that a printer leaves white on each side. */
  readonly edge: number;
  /** The size of the text, in points. */
  readonly text: number;
  /** The page size for `@page`. */
  readonly sheet: string;
}

/** On a sheet a receipt is as wide as on the wider roll, so that code and text are equally easy to read. */
export const measures: Readonly<Record<Paper, Measures>> = {
  roll80: { width: 80, edge: 4, text: 10, sheet: 'size: 80mm auto; margin: 0' },
  roll58: { width: 58, edge: 5, text: 9, sheet: 'size: 58mm auto; margin: 0' },
  a4: { width: 80, edge: 4, text: 10, sheet: 'size: A4; margin: 10mm' },
};

/** Millimetres between the margins of an A4 sheet. */
const sheetWidth = 190;

/**
 * @param title text
 * @param body HTML
 */
export function paperPage({
  title,
  body,
  paper,
  isWide = false,
}: {
  readonly title: string;
  readonly body: readonly string[];
  readonly paper: Paper;
  /** True for a table that takes the whole width of a sheet. */
  readonly isWide?: boolean;
}): string {
  return [
    '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">`,
    `<title>${escapeHtml(title)}</title><style>${style(isWide ? { ...measures[paper], width: sheetWidth } : measures[paper])}</style></head><body>`,
    ...body,
    '</body></html>',
  ].join('\n');
}

export const both = ({ ar, en }: Words) =>
  ar === en ? written(ar) : `${written(ar)} <span lang="en" dir="ltr">${written(en)}</span>`;

/** Makes HTML of a text that a person wrote: its figures keep their order, whatever the direction around them. */
export function written(text: string): string {
  let html = '';
  let done = 0;
  for (const { start, end } of figuresToKeep(text)) {
    html += `${escapeHtml(text.slice(done, start))}<bdo dir="ltr">${escapeHtml(text.slice(start, end))}</bdo>`;
    // The mark keeps the figures beside the Arabic words that they follow, in a line that begins with English.
    if (/\p{Script=Arabic}/u.test(text.slice(0, start))) html += '&rlm;';
    done = end;
  }
  return html + escapeHtml(text.slice(done));
}

/** Marks numbers, which read from left to right. */
export const latin = (text: string) => `<bdi dir="ltr">${escapeHtml(text)}</bdi>`;

let fontFaces: string | undefined;

/** Returns the program's own fonts as CSS, since the printing machine may have none for Arabic. */
function style({ width, edge, text, sheet }: Measures): string {
  fontFaces ??= (['regular', 'semibold'] as const)
    .flatMap((weight) => (['arabic', 'latin'] as const).map((script) => fontFace(script, weight)))
    .join('');
  return `${fontFaces}
@page { ${sheet} }
* { margin: 0; padding: 0; box-sizing: border-box }
body { width: ${width}mm; margin: 0 auto; padding: 2mm ${edge}mm 3mm; color: #000; background: #fff;
  font: 400 ${text}pt/1.2 Receipt-latin, Receipt-arabic, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
h1 { font-size: 1.3em; line-height: 1.2 } h1, h2, .mark, .payable { font-weight: 600 }
h2 { font-size: 1.1em; margin: 1.5mm 0 1mm; padding: 0.6mm 0; border-block: 0.3mm solid #000 }
header, h2, .special, .mark, .payment, .note, footer { text-align: center }
.mark { border: 0.5mm solid #000; padding: 0.3mm 1mm; margin-bottom: 1mm }
span[lang], :not(dd) > bdi > bdo, p > bdo { display: inline-block; max-width: 100% } span[lang] { font-size: 0.82em } dt span[lang] { white-space: nowrap }
dl { font-size: 0.92em } dl div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 3mm } dt { overflow-wrap: normal } dd { text-align: end; margin-inline-start: auto }
table { width: 100%; border-collapse: collapse; margin-top: 1.2mm; border-top: 0.3mm dashed #000 }
tbody + tbody { border-top: 0.3mm dashed #000 }
td { padding: 0.5mm 0; vertical-align: top } td:last-child { text-align: end }
td:last-child:not([colspan]) { white-space: nowrap; padding-inline-start: 3mm }
td small { display: block; font-size: 0.85em } tr { break-inside: avoid }
.payable td { font-size: 1.3em; padding-top: 0.8mm; border-top: 0.3mm solid #000 }
.line td { padding-top: 0.8mm } td bdi { unicode-bidi: isolate }
caption { text-align: start; font-weight: 600; padding-top: 1mm } .vat { font-size: 0.85em } .vat caption { font-weight: 400; padding-top: 1mm } .vat th { font-weight: 400; text-align: start }
.vat td, .vat th { padding: 0.2mm 0 } .vat th:last-child { text-align: end } .vat .all td { border-top: 0.3mm solid #000 }
.vat bdi { white-space: nowrap } .vat :is(td + td, th + th):not([colspan]) { padding-inline-start: 1.5mm }
.column small span, .vat span { display: inline } .vat { border-top: 0 } .paid td { padding: 0.3mm 0 }
.payment, .note { margin-top: 1mm } .note { white-space: pre-line; unicode-bidi: plaintext }
.address bdi { display: inline-block; max-width: 100% }
.logo { display: block; margin: 0 auto 2mm; max-width: 60%; max-height: 20mm; filter: grayscale(1) }
.barcode { height: 8mm } .number { text-align: center; letter-spacing: 0.1em }
svg { display: block; margin: 1mm auto; break-inside: avoid }
svg.riyal { display: inline-block; height: 0.78em; width: auto; margin: 0; vertical-align: -0.08em }
svg.barcode { margin: 1mm auto }
.statement th { text-align: start; font-weight: 600; padding: 1mm 0 1mm 3mm; border-bottom: 0.3mm solid #000 }
.statement thead { display: table-header-group } .statement span[lang] { display: inline } .statement bdi { white-space: nowrap }
.statement td { padding-inline-end: 3mm } .statement :is(td, th):nth-child(n+4) { text-align: right; white-space: nowrap; padding-inline: 3mm 0 }
.statement .all td { font-weight: 600; border-block: 0.3mm solid #000 }`;
}

function fontFace(script: 'arabic' | 'latin', weight: Weight): string {
  const bytes = fontFile(script, weight).toString('base64');
  return `@font-face{font-family:Receipt-${script};font-weight:${weight === 'regular' ? 400 : 600};src:url(data:font/woff;base64,${bytes}) format("woff")}`;
}
