import { stringify } from 'csv-stringify/sync';
import { halalasToText } from '../../../shared/values/money.ts';
import { riyadhDateTime, riyadhText } from '../../base/platform/riyadh-time.ts';
import { spreadsheetText } from '../../base/platform/spreadsheet-text.ts';
import type { CounterRange } from '../../books/ledger/documents/documents.ts';
import type { StoredDocument } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { sha256 } from './staging.ts';
import { packSmall } from './zip-file.ts';

/** The number of documents of one part: about a second's work, which is the most that an interruption can lose. */
const documentsInPart = 250;

/** Returns the counters of each part. Parts begin at the same counters, however far the month has progressed. */
export function partsOf({ first, last }: CounterRange): CounterRange[] {
  const parts: CounterRange[] = [];
  for (let at = first; at <= last; at += documentsInPart)
    parts.push({ first: at, last: Math.min(at + documentsInPart - 1, last) });
  return parts;
}

type Source = Pick<Ledger, 'id' | 'chain' | 'documents'>;

/**
 * Describes the source of a part: the same text means the same part, since issued documents never change. It begins
 * with the version of the format in which parts are stored.
 */
export function sourceOf({ id, chain, documents }: Source, vatNumber: string, range: CounterRange): string {
  const { first, last } = range;
  const answers = `${documents.clearedIn(range)} ${documents.correctedIn(range)}`;
  return `2 ${id} ${vatNumber} ${first} ${last} ${chain.hashAt(last)} ${answers}`;
}

/** Packs the documents with these counters under their official names, by day, and lists their lines. */
export function documentPart(
  { documents }: Pick<Source, 'documents'>,
  vatNumber: string,
  range: CounterRange,
) {
  const files: { name: string; bytes: Buffer; at: number }[] = [];
  const sums: string[] = [];
  const rows: string[][] = [];
  for (const document of documents.inOrder(range)) {
    const at = document.issuedAt;
    const name = `xml/${riyadhDateTime(at).date}/${documentFileName(vatNumber, document)}`;
    const add = (path: string, bytes: Buffer) => {
      files.push({ name: path, bytes, at });
      sums.push(`${sha256(bytes)}  ${path}\n`);
    };
    add(name, document.xml());
    if (document.clearedXml) add(name.replace(/\.xml$/, '.cleared.xml'), document.clearedXml());
    rows.push(...lineRows(document));
  }
  return { zip: packSmall(files), csv: Buffer.from(csvOf(rows)), sums: sums.join('') };
}

/** The columns of the list of lines, in an order that only grows at its end. */
const lineColumns = [
  'number',
  'issuedAt',
  'kind',
  'line',
  'name',
  'barcode',
  'sellerItemId',
  'quantity',
  'unit',
  'price',
  'net',
  'vat',
  'gross',
  'vatCategory',
  'vatRate',
  'currency',
  'trueAt',
];

/** The first line of the list, with the byte order mark by which Excel recognises Arabic. */
export const lineHeading = Buffer.from(`\uFEFF${csvOf([lineColumns])}`);

/** Returns the lines as the issued document has them; those of a credit note are negative. */
function lineRows({ number, issuedAt, trueAt, kind, currency, xml }: StoredDocument): string[][] {
  const sign = kind === 'creditNote' ? -1 : 1;
  return readInvoice(xml()).lines.map(
    ({ id, name, barcode, sellerItemId, quantity, unit, price, ...line }) => [
      ...[spreadsheetText(number), riyadhText(issuedAt), kind, id, spreadsheetText(name)],
      ...[
        spreadsheetText(barcode ?? ''),
        spreadsheetText(sellerItemId ?? ''),
        sign < 0 ? `-${quantity}` : quantity,
        unit,
        price,
      ],
      ...[line.net, line.vatAmount, line.gross].map((amount) => halalasToText(sign * amount)),
      ...[line.vat.category, line.vat.rate, currency],
      trueAt === undefined ? '' : riyadhText(trueAt),
    ],
  );
}

function csvOf(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows' });
}
