import type { Paper } from '../../shared/contract/receipts.ts';
import { Exact, type Halalas, halalasToText, roundToHalalas } from '../../shared/money.ts';
import { qrPath } from '../../shared/qr-path.ts';
import type { Invoice, InvoiceLine } from '../invoice/invoice.ts';
import { decimalText, moneyText, rateText } from './amounts.ts';
import { both, escaped, latin, measures, paperPage } from './paper-page.ts';
import { type PrintedDocument, readPrintedDocument } from './printed-document.ts';
import { labels, type Mark, marks, paymentWords, type Words } from './words.ts';

/** Millimetres; telephones can read a module of 0.38 mm on thermal paper. */
const leastModule = 0.38;
const leastQr = 42;

export interface ReceiptOptions {
  /** The document as sealed, or the authority's own copy. */
  readonly xml: Uint8Array;
  readonly marks?: readonly Mark[];
  /** By default a roll of 80 mm. */
  readonly paper?: Paper;
}

/**
 * Makes a receipt as a page for a receipt printer, see paper-page.ts.
 * @throws FailureError `bad-input` when the XML is no invoice
 */
export function receiptHtml({ xml, marks: shownMarks = [], paper = 'roll80' }: ReceiptOptions): string {
  const document = readPrintedDocument(xml);
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
    '</dl>',
    '<table><tbody>',
    ...invoice.lines.map(lineRow),
    '</tbody></table>',
    totals(invoice),
    ...invoice.payments.map(({ code }) => `<p class="payment">${both(paymentWords(code))}</p>`),
    ...invoice.notes.map((note) => `<p class="note">${escaped(note)}</p>`),
    qr(document, paper),
    `<footer>${both(labels.thanks)}</footer>`,
  ];
  return paperPage({ title: `${title.en} ${number}`, body, paper });
}

function lineRow(line: InvoiceLine): string {
  const unit = line.unit === '' || line.unit === 'PCE' ? '' : ` ${line.unit}`;
  const quantity = `${decimalText(line.quantity, 0)}${unit} × ${moneyText(shelfPrice(line))}`;
  return `<tr><td><bdi>${escaped(line.name)}</bdi><small>${latin(quantity)}</small></td><td>${latin(moneyText(line.gross))}</td></tr>`;
}

/**
 * The price with VAT, like the amounts beside it: the document's own unit price excludes VAT and may have many
 * decimals.
 */
function shelfPrice({ price, vat }: InvoiceLine): Halalas {
  return roundToHalalas(new Exact(price).times(new Exact(vat.rate).plus(100)).dividedBy(100));
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
