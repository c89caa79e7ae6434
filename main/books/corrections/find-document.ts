import { foldNumber, plainNumber } from '../../../shared/sale/document-number.ts';
import type { ShownReceipt } from '../../../shared/sale/sale-facts.ts';
import { riyadhInstant } from '../../base/platform/riyadh-time.ts';
import { typedNumbers } from '../../document/invoice/parse-document-number.ts';
import { decodeQr } from '../../document/stamp/qr.ts';
import type { Documents } from '../ledger/documents/documents.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';

/** Finds a document by number, or by hash and time of its QR code, which the authority's copy has as well. */
export function findDocument(
  documents: Pick<Documents, 'getByNumber' | 'getByHash'>,
  text: string,
  prefix: string | undefined,
): LedgerEntry | undefined {
  if (decodeQr(text) !== undefined) return documentOfQr(documents, text);
  for (const number of typedNumbers(text, prefix)) {
    const entry = documents.getByNumber(number);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Returns the document whose QR code has this text; undefined for any other text. */
export function documentOfQr(documents: Pick<Documents, 'getByHash'>, text: string): LedgerEntry | undefined {
  const fields = decodeQr(text)?.map(String);
  if (fields === undefined) return undefined;
  const [, , issuedAt, , , hash] = fields;
  return documents.getByHash(hash ?? '', riyadhInstant(issuedAt ?? ''));
}

/**
 * Returns the receipt that a code proves: a document's own QR code proves it, and so do all digits of its number, with
 * or without the letters before them. Fewer digits can find a document, but prove nothing.
 * @param ofQr returns the document of the text of a QR code
 */
export function shownBy(
  code: string | undefined,
  { uuid, number }: Pick<LedgerEntry, 'uuid' | 'number'>,
  ofQr: (text: string) => Pick<LedgerEntry, 'uuid'> | undefined,
): ShownReceipt | undefined {
  if (code === undefined) return undefined;
  const digits = number.slice(number.lastIndexOf('-') + 1);
  if (foldNumber(code) === foldNumber(number) || plainNumber(code) === digits) return 'number';
  return ofQr(code)?.uuid === uuid ? 'qr' : undefined;
}
