import type { Halalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { paymentsOf } from '../issue/payments.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';

/**
 * Tells whether a note gives back more by one means than was paid by it: cash for what the buyer still owes, or for what
 * a card paid. Earlier notes count; what goes into an exchange leaves no till. A part of unknown amount is not held
 * against anybody.
 * @param payable amount due of the note
 */
export function isRepaidOtherwise(
  note: Sale,
  payable: Halalas,
  documents: Pick<Ledger['documents'], 'getByNumber' | 'correctionsOf'>,
): boolean {
  const numbers = (note.corrects ?? []).map(({ number }) => number);
  const sold = numbers.flatMap((number) => documents.getByNumber(number) ?? []);
  // Nobody knows how the documents of another system were paid.
  if (sold.length !== numbers.length) return false;
  const left = new Map<string, Halalas>();
  const count = (entry: LedgerEntry, sign: 1 | -1) => {
    // Nothing is more than what is not a number.
    for (const { means, amount = Number.NaN } of paymentsOf(entry.sale as Sale, entry.payable))
      left.set(means, (left.get(means) ?? 0) + sign * amount);
  };
  for (const entry of sold) count(entry, 1);
  // A note may correct several of them.
  const notes = numbers.flatMap((number) => documents.correctionsOf(number));
  for (const entry of new Map(notes.map((each) => [each.uuid, each])).values())
    if (entry.kind === 'creditNote' && entry.submission.state !== 'rejected') count(entry, -1);
  return paymentsOf(note, payable).some(
    ({ means, amount = 0 }) => means !== 'exchange' && amount > (left.get(means) ?? 0),
  );
}
