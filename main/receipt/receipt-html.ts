import type { Paper } from '../../shared/contract/receipts.ts';
import { halalasToText } from '../../shared/money.ts';
import { qrPath } from '../../shared/qr-path.ts';
import type { Invoice } from '../invoice/invoice.ts';
import { both, escaped, latin, measures, paperPage } from './paper-page.ts';
import { type PrintedDocument, type PrintedFrom, printedDocument } from './printed-document.ts';
import { lineRows, paymentRows, sumRows, vatTable } from './receipt-column.ts';
import { labels, type Mark, marks, type Words } from './words.ts';

/** Millimetres; telephones can read a module of 0.38 mm on thermal paper. */
const leastModule = 0.38;
const leastQr = 42;

export interface ReceiptOptions extends PrintedFrom {
  readonly marks?: readonly Mark[];
  /** By default a roll of 80 mm. */
  readonly paper?: Paper;
}

/**
 * Makes a receipt as a page for a receipt printer, see paper-page.ts.
 * @throws FailureError `bad-input` when the XML is no invoice
 */
export function receiptHtml({ marks: shownMarks = [], paper = 'roll80', ...from }: ReceiptOptions): string {
  const document = printedDocument(from);
  const { title, number, date, time, invoice, isNote } = document;
  const { seller, buyer } = invoice;
  const body = [
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
    fact(labels.cashier, document.cashier),
    '</dl>',
    `<table class="column"><tbody>${lineRows(document)}</tbody><tbody>${sumRows(document)}</tbody></table>`,
    vatTable(invoice, document.column),
    paymentRows(document.payments),
    ...invoice.notes.map((note) => `<p class="note">${escaped(note)}</p>`),
    qr(document, paper),
    `<footer>${both(labels.thanks)}</footer>`,
  ];
  return paperPage({ title: `${title.en} ${number}`, body, paper });
}

function qr({ qr: text, invoice }: PrintedDocument, paper: Paper): string {
  if (text === undefined) return '';
  const { size, path } = qrPath(text);
  const { width, edge } = measures[paper];
  const side = Math.min(width - 2 * edge, Math.max(leastQr, size * leastModule));
  const label = `QR ${halalasToText(invoice.totals.payable)}`;
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" style="width:${side.toFixed(1)}mm"><path d="${path}"/></svg>`;
}

function fact(label: Words, value: string | undefined): string {
  return value === undefined || value === ''
    ? ''
    : `<div><dt>${both(label)}</dt><dd><bdi>${escaped(value)}</bdi></dd></div>`;
}

/** Returns the lines of an address: languages mixed in one line would be reordered. */
function addressOf(address: Invoice['seller']['address']): string[] {
  if (address === undefined) return [];
  const { building, street, district, city, postalCode } = address;
  return [[building, street], [district], [city, postalCode]]
    .map((parts) => parts.filter((part) => part).join(' '))
    .filter((line) => line !== '');
}
