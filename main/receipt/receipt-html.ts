import { halalasToText } from '../../shared/money.ts';
import type { Invoice, InvoiceLine } from '../invoice/invoice.ts';
import { decimalText, moneyText, rateText } from './amounts.ts';
import { fontFile, type Weight } from './fonts.ts';
import { type PrintedDocument, readPrintedDocument } from './printed-document.ts';
import { qrPath } from './qr-path.ts';
import { labels, type Mark, marks, paymentWords, type Words } from './words.ts';

/** A receipt printer's roll; 4 mm on each side cannot be printed on. */
const paper = { width: 80, edge: 4 };
/** Millimetres; telephones read a module of 0.38 mm off thermal paper. */
const leastModule = 0.38;
const leastQr = 42;

export interface ReceiptOptions {
  /** The document as it was sealed, or the authority's own copy. */
  readonly xml: Uint8Array;
  readonly marks?: readonly Mark[];
}

/**
 * A receipt for a roll of 80 mm: one HTML page, Arabic first, that needs nothing from outside (its fonts are inside)
 * and runs nothing. Black on white alone, for thermal paper knows no grey.
 * @throws FailureError `bad-input` when the XML is no invoice
 */
export function receiptHtml({ xml, marks: shownMarks = [] }: ReceiptOptions): string {
  const document = readPrintedDocument(xml);
  const { title, number, date, time, invoice, isNote } = document;
  const { seller, buyer } = invoice;
  return [
    '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">`,
    `<title>${escaped(`${title.en} ${number}`)}</title><style>${style()}</style></head><body>`,
    ...shownMarks.map((mark) => `<p class="mark">${both(marks[mark])}</p>`),
    `<header><h1>${escaped(seller.name)}</h1>`,
    ...addressOf(seller.address).map((line) => `<p><bdi>${escaped(line)}</bdi></p>`),
    `<p>${both(labels.vatNumber)} ${latin(seller.vatNumber)}</p></header>`,
    `<h2>${both(title)}</h2>`,
    ...document.specials.map((special) => `<p class="special">${both(special)}</p>`),
    '<dl>',
    fact(labels.number, number),
    fact(labels.issued, `${date} ${time}`),
    ...invoice.corrects.map((corrected) => fact(labels.corrects, corrected.number)),
    ...(isNote ? invoice.payments.map(({ instruction }) => fact(labels.reason, instruction)) : []),
    ...(buyer === undefined || buyer.name === ''
      ? []
      : [fact(labels.buyer, buyer.name), fact(labels.vatNumber, buyer.vatNumber)]),
    '</dl>',
    '<table><tbody>',
    ...invoice.lines.map(lineRow),
    '</tbody></table>',
    totals(invoice),
    ...invoice.payments.map(({ code }) => `<p class="payment">${both(paymentWords(code))}</p>`),
    ...invoice.notes.map((note) => `<p class="note">${escaped(note)}</p>`),
    qr(document),
    `<footer>${both(labels.thanks)}</footer>`,
    '</body></html>',
  ].join('\n');
}

function lineRow(line: InvoiceLine): string {
  const unit = line.unit === '' || line.unit === 'PCE' ? '' : ` ${line.unit}`;
  const quantity = `${decimalText(line.quantity, 0)}${unit} × ${decimalText(line.price, 2)}`;
  return `<tr><td><bdi>${escaped(line.name)}</bdi><small>${latin(quantity)}</small></td><td>${latin(moneyText(line.gross))}</td></tr>`;
}

function totals({ totals: sums, vatBreakdown, currency, prepayments }: Invoice): string {
  const row = (label: Words, amount: number | undefined, kind = '') =>
    amount === undefined || amount === 0
      ? ''
      : `<tr${kind}><td>${both(label)}</td><td>${latin(moneyText(amount))}</td></tr>`;
  const minus = (amount: number | undefined) => (amount === undefined ? undefined : -amount);
  return [
    '<table class="totals"><tbody>',
    row(labels.allowances, minus(sums.allowances)),
    row(labels.charges, sums.charges),
    row(labels.taxExclusive, sums.taxExclusive),
    ...vatBreakdown.map(({ rate, vatAmount }) => {
      const { ar, en } = labels.vatTotal;
      return `<tr><td>${both({ ar: `${ar} ${rateText(rate)}`, en })}</td><td>${latin(moneyText(vatAmount))}</td></tr>`;
    }),
    prepayments.length > 0 ? row(labels.taxInclusive, sums.taxInclusive) : '',
    row(labels.prepaid, minus(sums.prepaid)),
    row(labels.rounding, sums.rounding),
    `<tr class="payable"><td>${both(labels.payable)}</td><td>${latin(`${currency} ${moneyText(sums.payable)}`)}</td></tr>`,
    currency === 'SAR' ? '' : row(labels.vatInSar, sums.vatInSar),
    '</tbody></table>',
  ].join('');
}

function qr({ qr: text, invoice }: PrintedDocument): string {
  if (text === undefined) return '';
  const { size, path } = qrPath(text);
  const side = Math.min(paper.width - 2 * paper.edge, Math.max(leastQr, size * leastModule));
  const label = `QR ${halalasToText(invoice.totals.payable)}`;
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" style="width:${side.toFixed(1)}mm"><path d="${path}"/></svg>`;
}

function fact(label: Words, value: string | undefined): string {
  return value === undefined || value === ''
    ? ''
    : `<div><dt>${both(label)}</dt><dd><bdi>${escaped(value)}</bdi></dd></div>`;
}

/** Its lines: languages mixed in one line would change places with each other. */
function addressOf(address: Invoice['seller']['address']): string[] {
  if (address === undefined) return [];
  const { building, street, district, city, postalCode } = address;
  return [[building, street], [district], [city, postalCode]]
    .map((parts) => parts.filter((part) => part).join(' '))
    .filter((line) => line !== '');
}

const both = ({ ar, en }: Words) =>
  ar === en ? escaped(ar) : `${escaped(ar)} <span lang="en" dir="ltr">${escaped(en)}</span>`;

/** Numbers read from left to right. */
const latin = (text: string) => `<bdi dir="ltr">${escaped(text)}</bdi>`;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

let fontFaces: string | undefined;

/** The program's own fonts: a machine that prints need not have any for Arabic. */
function style(): string {
  fontFaces ??= (['regular', 'semibold'] as const)
    .flatMap((weight) => (['arabic', 'latin'] as const).map((script) => fontFace(script, weight)))
    .join('');
  return `${fontFaces}
@page { size: ${paper.width}mm auto; margin: 0 }
* { margin: 0; padding: 0; box-sizing: border-box }
body { width: ${paper.width}mm; padding: 4mm ${paper.edge}mm 8mm; color: #000; background: #fff;
  font: 400 10pt/1.45 Receipt-latin, Receipt-arabic, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 13pt; line-height: 1.3 } h1, h2, .mark, .payable { font-weight: 600 }
h2 { font-size: 11pt; margin: 3mm 0; padding: 2mm 0; border-block: 0.3mm solid #000 }
header, h2, .special, .mark, .payment, .note, footer { text-align: center }
.mark { border: 0.5mm solid #000; padding: 1mm; margin-bottom: 2mm }
span[lang] { font-size: 0.82em; white-space: nowrap }
dl div { display: flex; justify-content: space-between; gap: 3mm } dd { text-align: end; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin-top: 3mm; border-top: 0.3mm dashed #000 }
td { padding: 1mm 0; vertical-align: top; overflow-wrap: anywhere } td:last-child { text-align: end; white-space: nowrap; padding-inline-start: 3mm }
td small { display: block; font-size: 0.85em } tr { break-inside: avoid }
.payable td { font-size: 13pt; padding-top: 2mm; border-top: 0.3mm solid #000 }
.payment, .note { margin-top: 2mm } .note { white-space: pre-line }
svg { display: block; margin: 4mm auto 2mm; break-inside: avoid }`;
}

function fontFace(script: 'arabic' | 'latin', weight: Weight): string {
  const bytes = fontFile(script, weight).toString('base64');
  return `@font-face{font-family:Receipt-${script};font-weight:${weight === 'regular' ? 400 : 600};src:url(data:font/woff;base64,${bytes}) format("woff")}`;
}
