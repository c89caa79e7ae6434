import { foldNumber } from '../../../shared/sale/document-number.ts';

/** The words that people write before the number of a document, longer ones first. */
const words = [
  ...['SIMPLIFIED', 'TAX', 'INVOICE', 'INV', 'RECEIPT', 'BILL', 'DOCUMENT', 'DOC', 'REFERENCE', 'REF'],
  ...['NUMBER', 'NUM', 'NO', 'NR'],
  // In Arabic: the invoice, invoice, tax, simplified, the receipt (in two spellings), receipt, document, number.
  ...['\u0627\u0644\u0641\u0627\u062a\u0648\u0631\u0629', '\u0641\u0627\u062a\u0648\u0631\u0629'],
  ...['\u0636\u0631\u064a\u0628\u064a\u0629', '\u0645\u0628\u0633\u0637\u0629'],
  ...['\u0627\u0644\u0625\u064a\u0635\u0627\u0644', '\u0627\u0644\u0627\u064a\u0635\u0627\u0644'],
  ...['\u0625\u064a\u0635\u0627\u0644', '\u0627\u064a\u0635\u0627\u0644'],
  ...['\u0627\u0644\u0645\u0633\u062a\u0646\u062f', '\u0645\u0633\u062a\u0646\u062f'],
  ...['\u0627\u0644\u0631\u0642\u0645', '\u0631\u0642\u0645'],
];
const before = new RegExp(
  `^(?:[^\\p{L}\\p{N}]*(?:${words.join('|')})(?!\\p{L}))+[^\\p{L}\\p{N}]*(?=[\\p{L}\\p{N}])`,
  'u',
);

/** Returns a document number without the words before it: `1` for `No. 1` and `Invoice #1`. */
export const withoutPrefixWords = (number: string): string => foldNumber(number).replace(before, '');
