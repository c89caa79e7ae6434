import { FailureError } from '../../../shared/failure.ts';
import type { Claimed } from '../../books/ledger/documents/submission.ts';
import { readDocument } from '../../document/stamp/read-document.ts';

/**
 * Checks that the authority's copy is of the document that was sent: it must have the same UUID, counter and previous
 * hash. A different or unreadable copy proves nothing; if the same bytes are sent again, the copy is returned again
 * (208).
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

function factsOf(xml: Uint8Array) {
  try {
    return readDocument(xml);
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
