import type { CommandOutput } from '../../../shared/contract/index.ts';
import { fail } from '../../../shared/failure.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import type { Documents } from '../../books/ledger/documents/documents.ts';
import { type LedgerEntry, toIssuedInvoice } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/** Stores a person's open basket, or returns its document if it was sold. @throws FailureError as `Baskets.keep` */
export function keepBasket(
  basket: Parameters<Ledger['baskets']['keep']>[0],
  ledger: Pick<Ledger, 'baskets' | 'documents' | 'facts'>,
): CommandOutput<'basket.keep'> {
  const keeping = ledger.baskets.keep(basket);
  return keeping.state === 'sold' ? soldBasket(basket.id, ledger) : keeping;
}

/** Returns the document of a basket that was sold, with everything that the screen would have shown. */
function soldBasket(
  saleId: string,
  { documents, facts }: Pick<Ledger, 'documents' | 'facts'>,
): CommandOutput<'basket.keep'> {
  const sale = documents.getBySaleId(saleId) ?? fail('not-found');
  const payments = facts.payments(sale.icv);
  const change = sumHalalas(
    payments.map(({ amount, tendered }) =>
      amount === undefined || tendered === undefined ? 0 : tendered - amount,
    ),
  );
  const issuedOf = (entry: LedgerEntry) => toIssuedInvoice({ ...entry, qr: documents.qr(entry.uuid) });
  const note = payments.some(({ means }) => means === 'exchange') ? noteBefore(sale, documents) : undefined;
  return {
    state: 'sold',
    issued: issuedOf(sale),
    change,
    ...(note !== undefined && { note: issuedOf(note) }),
  };
}

/** Finds the credit note of an exchange: its two documents are issued in one commit, the note first. */
function noteBefore({ icv }: LedgerEntry, documents: Documents): LedgerEntry | undefined {
  const number = documents.numberAt(icv - 1);
  const before = number === undefined ? undefined : documents.getByNumber(number);
  return before?.kind === 'creditNote' ? before : undefined;
}
