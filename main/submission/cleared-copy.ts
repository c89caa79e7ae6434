import { FailureError } from '../../shared/failure.ts';
import type { Claimed } from '../ledger/submission-queue.ts';
import { readDocument } from '../stamp/read-document.ts';
import { type CheckName, canonicalHash, verifyDocument } from '../stamp/verify.ts';

/**
 * Whether the authority's copy is of the document that was sent: the same UUID, counter and previous hash. One that is
 * not, or cannot be read, proves nothing; the same bytes again bring it once more (208).
 */
export function isCopyOf(copy: Uint8Array, { xml }: Pick<Claimed, 'xml'>): boolean {
  const [theirs, ours] = [factsOf(copy), factsOf(xml)];
  return (
    theirs !== undefined &&
    ours !== undefined &&
    theirs.uuid === ours.uuid &&
    theirs.icv === ours.icv &&
    theirs.previousHash === ours.previousHash
  );
}

/**
 * What does not hold of a copy that is ours: checks of the authority's stamp that fail, and `hash` where anything but
 * stamp and QR was changed. Nothing as a rule. The document is accepted all the same: the authority has said so.
 */
export function copyDoubts(copy: Uint8Array, { hash }: Pick<Claimed, 'hash'>): CheckName[] {
  const failed = verifyDocument(copy).filter(({ ok }) => !ok);
  const doubts = new Set(failed.map(({ name }) => name));
  // Only of what could be read at all.
  if (!doubts.has('xml') && canonicalHash(copy) !== hash) doubts.add('hash');
  return [...doubts];
}

function factsOf(xml: Uint8Array) {
  try {
    return readDocument(xml);
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
