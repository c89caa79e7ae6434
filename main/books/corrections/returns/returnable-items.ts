import type { returnRefusals } from '../../../../shared/contract/till/returns.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { countReturns, issuedNotes } from './count-returns.ts';
import type { NoteDocuments } from './effective-notes.ts';
import type { Remaining } from './return-note.ts';

/** Returns the goods of a document that were not returned yet, or the reason they cannot be chosen for a return. */
export function returnableItems(
  entry: LedgerEntry,
  documents: NoteDocuments,
): { refusal?: (typeof returnRefusals)[number]; remaining?: Remaining } {
  const { kind, uuid, sale } = entry;
  if (kind === 'creditNote' || kind === 'debitNote') return { refusal: 'return-of-note' };
  if (kind === 'prepayment') return { refusal: 'return-of-prepayment' };
  if (documents.replacedBy(uuid) !== undefined) return { refusal: 'return-of-replaced' };
  if (sale.prepayments !== undefined) return { refusal: 'return-of-final' };
  const remaining = countReturns(sale, issuedNotes(entry, documents));
  if (remaining === undefined) return { refusal: 'returned-otherwise' };
  const isEmpty = remaining.stock.lines.every(({ quantity }) => quantity === 0n);
  return isEmpty ? { refusal: 'returned-all', remaining } : { remaining };
}
