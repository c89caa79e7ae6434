import type { Documents } from '../../ledger/documents/documents.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';

export type NoteDocuments = Pick<Documents, 'correctionsOf' | 'replaces' | 'replacedBy' | 'issuedXml'>;

type Document = Pick<LedgerEntry, 'uuid' | 'number'>;

/**
 * Returns a document after the rejected ones that it replaces, oldest first: references to those apply to it, since the
 * goods came back only once.
 */
export function lineageOf(document: Document, documents: Pick<NoteDocuments, 'replaces'>): Document[] {
  const before = documents.replaces(document.uuid);
  return before === undefined ? [document] : [...lineageOf(before, documents), document];
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

/**
 * Returns the effective notes of a document and of the rejected ones that it replaces, oldest first.
 * @param replaced uuid of a note that is about to be issued again
 */
export function effectiveNotes(
  document: Document,
  documents: NoteDocuments,
  replaced?: string,
): LedgerEntry[] {
  return lineageOf(document, documents)
    .flatMap(({ number }) => documents.correctionsOf(number))
    .filter((note) => isEffective(note, documents, replaced));
}
