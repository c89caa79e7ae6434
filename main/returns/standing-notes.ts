import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What counting needs of the ledger. */
export type NoteLedger = Pick<Ledger, 'correctionsOf' | 'replaces' | 'replacedBy'>;

/**
 * The notes of a document that stand, oldest first: of one that the authority rejected and that was issued anew, only
 * the new one. A document that stands for a rejected one has that one's notes too: the goods came back but once.
 * @param replaced uuid of a note that is about to be issued anew
 */
export function standingNotes(
  { uuid: document, number }: Pick<LedgerEntry, 'uuid' | 'number'>,
  ledger: NoteLedger,
  replaced?: string,
): LedgerEntry[] {
  const before = ledger.replaces(document);
  const earlier = before === undefined ? [] : standingNotes(before, ledger, replaced);
  const own = ledger
    .correctionsOf(number)
    .filter(({ uuid }) => uuid !== replaced && ledger.replacedBy(uuid) === undefined);
  return [...earlier, ...own];
}
