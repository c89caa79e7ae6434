import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What counting needs of the ledger. */
export type NoteLedger = Pick<Ledger, 'correctionsOf' | 'replaces' | 'replacedBy' | 'documentXml'>;

type Document = Pick<LedgerEntry, 'uuid' | 'number'>;

/**
 * A document after the rejected ones in whose place it stands, oldest first: what was said of those is said of it, the
 * goods came back but once.
 */
export function lineageOf(document: Document, ledger: Pick<NoteLedger, 'replaces'>): Document[] {
  const before = ledger.replaces(document.uuid);
  return before === undefined ? [document] : [...lineageOf(before, ledger), document];
}

/**
 * Tells which documents stand: of one that the authority rejected and that was issued anew, only the new one.
 * @param replaced uuid of a document that is about to be issued anew
 */
export function isEffective(
  { uuid }: Pick<LedgerEntry, 'uuid'>,
  ledger: Pick<NoteLedger, 'replacedBy'>,
  replaced?: string,
): boolean {
  return uuid !== replaced && ledger.replacedBy(uuid) === undefined;
}

/**
 * The notes of a document that stand, oldest first, and those of the rejected ones in whose place it stands.
 * @param replaced uuid of a note that is about to be issued anew
 */
export function effectiveNotes(document: Document, ledger: NoteLedger, replaced?: string): LedgerEntry[] {
  return lineageOf(document, ledger)
    .flatMap(({ number }) => ledger.correctionsOf(number))
    .filter((note) => isEffective(note, ledger, replaced));
}
