import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { isUnresolved } from '../../books/ledger/cards/card-payment.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { paymentsOf } from './payments.ts';

/** A document that is about to be issued, with its amount due. */
export interface DueDocument {
  readonly sale: Sale;
  readonly due: () => Halalas;
}

/**
 * Refuses documents that omit money which was already paid or refunded by card for them. A customer's payment belongs
 * to the sale, and a refund to its credit note.
 * @param paidWith the id of the sale for which the card terminal was asked
 * @throws FailureError `basket-paid`; `card-unresolved` while it is unknown if the money moved
 */
export function refuseUnusedCardPayments(
  { cards }: Pick<Ledger, 'cards'>,
  documents: readonly DueDocument[],
  paidWith: string | undefined,
): void {
  const open = cards.openOf(documents.flatMap(({ sale }) => sale.saleId ?? []));
  if (open.length === 0) return;
  const unresolved = open.find(isUnresolved);
  if (unresolved !== undefined) fail('card-unresolved', { detail: { id: unresolved.id } });
  const left = documents.map(({ sale, due }) => ({ sale, amounts: cardAmounts(sale, due()) }));
  for (const { sale: saleId, note, amount } of open) {
    const owner = left.find(
      ({ sale }) => sale.saleId === (note ?? saleId) && (sale.kind === 'creditNote') === (note !== undefined),
    );
    const index = owner?.amounts.indexOf(amount) ?? -1;
    if (saleId !== paidWith || index === -1) fail('basket-paid');
    owner?.amounts.splice(index, 1);
  }
}

const cardAmounts = (sale: Sale, due: Halalas) =>
  paymentsOf(sale, due)
    .filter(({ means }) => means === 'card')
    .map(({ amount }) => amount);
