import type { returnRefusals } from '../../shared/contract/returns.ts';
import type { Sale } from '../../shared/sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { countReturns } from './count-returns.ts';
import type { Remaining } from './return-note.ts';

/** What of a document has not come back, or why its goods cannot be taken back by choosing them. */
export function lookAt(
  { kind, number, sale }: LedgerEntry,
  ledger: Pick<Ledger, 'correctionsOf'>,
): { refusal?: (typeof returnRefusals)[number]; remaining?: Remaining } {
  if (kind === 'creditNote' || kind === 'debitNote') return { refusal: 'return-of-note' };
  if (kind === 'prepayment') return { refusal: 'return-of-prepayment' };
  const sold = sale as Sale;
  if (sold.prepayments !== undefined) return { refusal: 'return-of-final' };
  const notes = ledger.correctionsOf(number).filter((note) => note.kind === 'creditNote');
  const remaining = countReturns(
    sold,
    notes.map((note) => ({ sale: note.sale as Sale, payable: note.payable })),
  );
  if (remaining === undefined) return { refusal: 'returned-otherwise' };
  const isEmpty = remaining.stock.lines.every(({ quantity }) => quantity === 0n);
  return isEmpty ? { refusal: 'returned-all', remaining } : { remaining };
}
