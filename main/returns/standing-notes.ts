import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What counting needs of the ledger. */
export type NoteLedger = Pick<Ledger, 'correctionsOf' | 'replacedBy'>;

/**
 * The notes of a document that stand, oldest first: of one that the authority rejected and that was issued anew, only
 * the new one.
 * @param replaced uuid of a note that is about to be issued anew
 */
export function standingNotes(number: string, ledger: NoteLedger, replaced?: string): LedgerEntry[] {
  return ledger
    .correctionsOf(number)
    .filter(({ uuid }) => uuid !== replaced && ledger.replacedBy(uuid) === undefined);
}
