import type { Documents } from '../ledger/documents.ts';
import type { LedgerEntry } from '../ledger/entry.ts';

/** The documents that counting reads. */
export type NoteDocuments = Pick<Documents, 'correctionsOf' | 'replaces' | 'replacedBy' | 'issuedXml'>;

type Document = Pick<LedgerEntry, 'uuid' | 'number'>;

/**
 * A document after the rejected ones in whose place it stands, oldest first: what was said of those is said of it, the
 * goods came back but once.
 */
export function lineageOf(document: Document, documents: Pick<NoteDocuments, 'replaces'>): Document[] {
  const before = documents.replaces(document.uuid);
  return before === undefined ? [document] : [...lineageOf(before, documents), document];
}

/**
 * Tells which documents stand: of one that the authority rejected and that was issued anew, only the new one.
 * @param replaced uuid of a document that is about to be issued anew
 */
export function isEffective(
  { uuid }: Pick<LedgerEntry, 'uuid'>,
  documents: Pick<NoteDocuments, 'replacedBy'>,
  replaced?: string,
): boolean {
  return uuid !== replaced && documents.replacedBy(uuid) === undefined;
}

/**
 * The notes of a document that stand, oldest first, and those of the rejected ones in whose place it stands.
 * @param replaced uuid of a note that is about to be issued anew
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
