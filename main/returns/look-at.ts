import type { returnRefusals } from '../../shared/contract/returns.ts';
import type { Sale } from '../../shared/sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { countReturns } from './count-returns.ts';
import type { Remaining } from './return-note.ts';
import { type NoteLedger, standingNotes } from './standing-notes.ts';

/**
 * What of a document has not come back, or why its goods cannot be taken back by choosing them.
 * @param replaced uuid of a note that is about to be issued anew, and does not count
 */
export function lookAt(
  entry: LedgerEntry,
  ledger: NoteLedger,
  replaced?: string,
): { refusal?: (typeof returnRefusals)[number]; remaining?: Remaining } {
  const { kind, uuid, sale } = entry;
  if (kind === 'creditNote' || kind === 'debitNote') return { refusal: 'return-of-note' };
  if (kind === 'prepayment') return { refusal: 'return-of-prepayment' };
  if (ledger.replacedBy(uuid) !== undefined) return { refusal: 'return-of-replaced' };
  const sold = sale as Sale;
  if (sold.prepayments !== undefined) return { refusal: 'return-of-final' };
  const notes = standingNotes(entry, ledger, replaced).filter((note) => note.kind === 'creditNote');
  const remaining = countReturns(
    sold,
    notes.map((note) => ({ sale: note.sale as Sale, payable: note.payable })),
  );
  if (remaining === undefined) return { refusal: 'returned-otherwise' };
  const isEmpty = remaining.stock.lines.every(({ quantity }) => quantity === 0n);
  return isEmpty ? { refusal: 'returned-all', remaining } : { remaining };
}
