import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { noShopLines, type ShopLines, shownLines, showsPart } from '../../../shared/shop-lines.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { qrPath } from '../../../shared/values/qr-path.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import type { Invoice, Party } from '../invoice/invoice.ts';
import { code128 } from './code-128.ts';
import { both, latin, measures, paperPage, written } from './paper-page.ts';
import { type PrintedDocument, type PrintedFrom, printedDocument } from './printed-document.ts';
import { lineRows, paymentRows, sumRows, vatTable } from './receipt-column.ts';
import { labels, type Mark, marks, schemeWords, type Words } from './words.ts';

/**
 * The size of a dot in millimetres: the usual receipt printers have eight to the millimetre, about 203 to the inch. A
 * module of a code is a whole number of dots; otherwise some modules would be wider than others, and some readers could
 * not read the code.
 */
const dot = 1 / 8;
/** The side of a code in millimetres, and its module in dots: telephones can read three dots on thermal paper. */
const leastQr = 30;
const leastModule = 3;
/** The dots of a bar: fewer cannot be read on thermal paper, and more make the code wider than a scanner's beam. */
const leastDots = 2;
const mostDots = 3;

export interface PageLook {
  readonly marks?: readonly Mark[];
  readonly paper?: Paper;
  readonly shop?: ShopLines | undefined;
}

export interface ReceiptOptions extends PrintedFrom, PageLook {}

/**
 * Makes a receipt as a page for a receipt printer, see paper-page.ts.
 * @throws FailureError `bad-input` when the XML is not an invoice
 */
export function receiptHtml(options: ReceiptOptions): string {
  return receiptPage(printedDocument(options), options);
}

export function receiptPage(
  document: PrintedDocument,
  { marks: shownMarks = [], paper = 'roll80', shop: set = noShopLines }: PageLook,
): string {
  const shop = shownLines(set);
  const { title, number, date, time, invoice, isNote } = document;
  const { seller, buyer } = invoice;
  const body = [
    ...shownMarks.map((mark) => `<p class="mark">${both(marks[mark])}</p>`),
    '<header>',
    logo(shop),
    `<h1>${written(seller.name)}</h1>`,
    addressOf(seller.address),
    ...shop.header.map(ownLine),
    `<p>${both(labels.vatNumber)} ${latin(seller.vatNumber)}</p>`,
    registration(seller),
    '</header>',
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
    fact(labels.branch, shop.branch),
    fact(labels.till, shop.till),
    fact(labels.cashier, showsPart(shop, 'cashier') ? document.cashier : undefined),
    '</dl>',
    `<table class="column"><tbody>${lineRows(document, shop)}</tbody><tbody>${sumRows(document, shop.riyalSign)}</tbody></table>`,
    vatTable(invoice, document.column),
    paymentRows(document.payments),
    ...invoice.notes.map((note) => `<p class="note">${written(note)}</p>`),
    qr(document, paper),
    showsPart(shop, 'barcode') ? barcode(document, paper) : '',
    ...shop.returnPolicy.map((policy) => `<p class="note">${written(policy)}</p>`),
    `<footer>${[...shop.footer.map(ownLine), ...(showsPart(shop, 'thanks') ? [`<p>${both(labels.thanks)}</p>`] : [])].join('')}</footer>`,
  ];
  return paperPage({ title: `${title.en} ${number}`, body, paper });
}

function qr({ qr: text, invoice }: PrintedDocument, paper: Paper): string {
  if (text === undefined) return '';
  const { size, path } = qrPath(text);
  const { width, edge } = measures[paper];
  const inside = width - 2 * edge;
  const wanted = Math.max(leastModule, Math.ceil(leastQr / (size * dot)));
  const module = Math.min(wanted, Math.floor(inside / (size * dot)));
  const side = module < leastModule ? inside : module * size * dot;
  const label = `QR ${halalasToText(invoice.totals.payable)}`;
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" style="width:${side.toFixed(3)}mm"><path d="${path}"/></svg>`;
}

const ownLine = (line: string) => `<p><bdi>${written(line)}</bdi></p>`;

function logo({ logo: png }: Pick<ShopLines, 'logo'>): string {
  return png === undefined ? '' : `<img class="logo" alt="" src="data:image/png;base64,${png}">`;
}

function registration({ identification }: Party): string {
  if (identification === undefined || identification.value === '') return '';
  return `<p>${both(schemeWords(identification.scheme))} ${latin(identification.value)}</p>`;
}

/** Draws the number for a scanner, in the widest modules of whole dots that fit on the paper. */
function barcode({ number }: PrintedDocument, paper: Paper): string {
  const code = code128(number);
  const { width, edge } = measures[paper];
  const dots = code === undefined ? 0 : Math.floor((width - 2 * edge) / (code.width * dot));
  if (code === undefined || dots < leastDots) return '';
  const side = code.width * dot * Math.min(dots, mostDots);
  return `<svg class="barcode" role="img" aria-label="${escapeHtml(number)}" viewBox="0 0 ${code.width} 1" preserveAspectRatio="none" shape-rendering="crispEdges" style="width:${side.toFixed(3)}mm"><path d="${code.path}"/></svg>`;
}

function fact(label: Words, value: string | undefined): string {
  return value === undefined || value === ''
    ? ''
    : `<div><dt>${both(label)}</dt><dd><bdi>${written(value)}</bdi></dd></div>`;
}

/** Returns an address in one paragraph; each part keeps its own direction, since it may be in two languages. */
function addressOf(address: Invoice['seller']['address']): string {
  if (address === undefined) return '';
  const { building, street, district, city, postalCode } = address;
  const parts = [[building, street], [district], [city, postalCode]]
    .map((words) => words.filter((word) => word).join(' '))
    .filter((part) => part !== '');
  return parts.length === 0
    ? ''
    : `<p class="address">${parts.map((part) => `<bdi>${written(part)}</bdi>`).join(' · ')}</p>`;
}
