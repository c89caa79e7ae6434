import { FailureError } from '../../../shared/failure.ts';
import { type DocumentFacts, readDocument } from './read-document.ts';
import { readPlain } from './verify/plain-form.ts';

/** The facts that are the same in the authority's own copy; it adds its stamp and its QR. */
const lasting = [
  'uuid',
  'number',
  'icv',
  'previousHash',
  'issuedAt',
  'typeCode',
  'typeName',
  'currency',
  'payable',
  'vat',
  'sellerVatNumber',
  'buyerVatNumber',
] as const satisfies readonly (keyof DocumentFacts)[];

/**
 * Checks that the authority's copy is of the document that was sent: place in the chain, parties, time, kind and totals
 * must be the same. A different or unreadable copy proves nothing; if the same bytes are sent again, the copy is
 * returned again (208).
 */
export function isCopyOf(copy: Uint8Array, xml: Uint8Array): boolean {
  const [theirs, ours] = [factsOf(copy), factsOf(xml)];
  return theirs !== undefined && ours !== undefined && lasting.every((name) => theirs[name] === ours[name]);
}

function factsOf(xml: Uint8Array): DocumentFacts | undefined {
  try {
    // Most copies have the usual form, in which they are read in a tenth of the parser's time.
    return readPlain(xml)?.facts ?? readDocument(xml);
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
