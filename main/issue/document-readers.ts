import type { DocumentReaders } from '../ledger/check-chain.ts';
import { readDocument } from '../stamp/read-document.ts';
import { canonicalHash, verifyDocument } from '../stamp/verify.ts';

/** Readers of documents for checking a chain. */
export const documentReaders: DocumentReaders = { hashOf: verifiedHash, factsOf: readDocument };

/**
 * Returns the hash of a document whose stamp, certificate digests and QR are valid; a forged chain has no such stamps.
 */
function verifiedHash(xml: Uint8Array): string {
  const failed = verifyDocument(xml).find(({ name, ok }) => !ok && name !== 'hash');
  return failed === undefined ? canonicalHash(xml) : `${failed.name} fails`;
}
