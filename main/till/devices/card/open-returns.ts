import type { Sale } from '../../../../shared/sale/sale.ts';
import type { CardPayment } from '../../../books/ledger/cards/card-payment.ts';
import type { LedgerEntry } from '../../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/** A payment that goes back, with its credit note, which is not issued yet, and the document that the note corrects. */
interface OpenReturn {
  readonly payment: CardPayment;
  readonly note: Sale;
  readonly original: LedgerEntry;
}

export const openReturns = ({ cards, documents }: Pick<Ledger, 'cards' | 'documents'>): OpenReturn[] =>
  cards.openReturns().flatMap(({ payment, note }) => {
    const original = documents.getByNumber(note.corrects?.[0]?.number ?? '');
    return original === undefined ? [] : [{ payment, note, original }];
  });
