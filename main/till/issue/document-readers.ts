import { workerBeside } from '../../base/platform/worker-beside.ts';
import type { DocumentReaders } from '../../books/ledger/check/check-chain.ts';
import { examineDocument } from '../../document/stamp/verify/verify.ts';

export const documentReaders: DocumentReaders = {
  read: readVerified,
  startThread: () => workerBeside(import.meta.url, 'check-worker', { resourceLimits }),
};

/**
 * Returns the hash of a document whose stamp, certificate digests and QR are valid; a forged chain has no such stamps.
 */
function readVerified(xml: Uint8Array): ReturnType<DocumentReaders['read']> {
  const { checks, found } = examineDocument(xml);
  const failed = checks.find(({ name, ok }) => !ok && name !== 'hash');
  const hash = failed === undefined ? (found?.hash ?? '') : `${failed.name} fails`;
  return { hash, facts: found?.facts };
}

/** Documents are short-lived: with this limit a thread needs 50 MiB instead of 140, and no more processor time. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };
