import type { DocumentReaders } from '../ledger/check-chain.ts';
import { readDocument } from '../stamp/read-document.ts';
import { canonicalHash, verifyDocument } from '../stamp/verify.ts';

/** How documents are read when a chain is checked. */
export const documentReaders: DocumentReaders = { hashOf: verifiedHash, factsOf: readDocument };

/** The hash of a document whose stamp, certificate digests and QR hold; a chain made up anew has no such stamps. */
function verifiedHash(xml: Uint8Array): string {
  const failed = verifyDocument(xml).find(({ name, ok }) => !ok && name !== 'hash');
  return failed === undefined ? canonicalHash(xml) : `${failed.name} fails`;
}
