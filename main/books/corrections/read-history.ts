import type { Documents } from '../ledger/documents/documents.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { History } from './law/history.ts';

export type NoteDocuments = Pick<Documents, 'correctionsOf' | 'deductionsOf' | 'replaces' | 'replacedBy'>;

/**
 * Reads what became of a document, once, in the transaction of the document that asks for it.
 * @param replaced uuid of a document that is about to be issued again, and does not count
 */
export function readHistory(document: LedgerEntry, documents: NoteDocuments, replaced?: string): History {
  const before = replacedOnes(document, documents);
  const numbers = [...before, document].map(({ number }) => number);
  // Another system's document may have had this number before.
  const { icv: first } = before[0] ?? document;
  const counts = (entry: LedgerEntry) => entry.icv > first && isEffective(entry, documents, replaced);
  return {
    document,
    before,
    replacedBy: documents.replacedBy(document.uuid),
    notes: numbers.flatMap((number) => documents.correctionsOf(number)).filter(counts),
    deductions: numbers.flatMap((number) => documents.deductionsOf(number)).filter(counts),
  };
}

function replacedOnes({ uuid }: LedgerEntry, documents: Pick<NoteDocuments, 'replaces'>): LedgerEntry[] {
  const before = documents.replaces(uuid);
  return before === undefined ? [] : [...replacedOnes(before, documents), before];
}

/** Returns the document that stands for a document now: its last successor, or itself. */
export function lastOf(entry: LedgerEntry, documents: Pick<NoteDocuments, 'replacedBy'>): LedgerEntry {
  const next = documents.replacedBy(entry.uuid);
  return next === undefined ? entry : lastOf(next, documents);
}

/**
 * Returns true for a document that counts: if the authority rejected it and it was issued again, only the new document
 * counts.
 * @param replaced uuid of a document that is about to be issued again
 */
export function isEffective(
  { uuid }: Pick<LedgerEntry, 'uuid'>,
  documents: Pick<NoteDocuments, 'replacedBy'>,
  replaced?: string,
): boolean {
  return uuid !== replaced && documents.replacedBy(uuid) === undefined;
}
