import type { Database } from '../database/database.ts';
import type { Payment } from '../documents/document-facts.ts';
import type { EntryFacts } from '../documents/entry.ts';

/**
 * Returns a function that assigns approvals to a document, or refunds to a credit note: one for each of its card
 * payments of the same amount. It runs within the issuing transaction, and returns the ids of the approvals.
 */
export function createTakeCards(
  database: Database,
): (icv: number, facts: EntryFacts, payments: readonly Payment[]) => string[] {
  const prepareTake = (isOfIt: string) =>
    database
      .prepare<[number, number, string, number | undefined, string], string>(
        `UPDATE card_payment SET icv = ?, position = ? WHERE id = (
           SELECT id FROM card_payment
           WHERE ${isOfIt} AND state = 'approved' AND icv IS NULL AND settlement IS NULL AND amount = ? AND currency = ?
           ORDER BY at, id LIMIT 1)
         RETURNING id`,
      )
      .pluck();
  const takePayment = prepareTake('sale = ? AND note IS NULL');
  const takeRefund = prepareTake('note = ?');
  return (icv, { saleId, kind, currency }, payments) => {
    if (saleId === undefined) return [];
    const take = kind === 'creditNote' ? takeRefund : takePayment;
    return payments.flatMap(({ means, amount }, position) =>
      means === 'card' ? take.all(icv, position, saleId, amount, currency) : [],
    );
  };
}
