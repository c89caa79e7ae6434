import { fail } from '../../../../shared/failure.ts';
import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';
import type { Database } from '../database/database.ts';

/** Money to be given back by card for a credit note. */
interface Refund {
  readonly note: string;
  readonly corrects?: readonly string[] | undefined;
  readonly amount: Halalas;
  readonly currency: string;
}

/** Other programs may state codes of UNTDID 4461 for payments by card. */
const byCard = `IN ('card', '48', '54', '55')`;

/** Selects the documents with these numbers, and the rejected documents that they replace. */
const documents = `WITH RECURSIVE
  named (icv) AS (SELECT icv FROM document WHERE number IN (SELECT value FROM json_each(:numbers))),
  lineage (icv) AS (
    SELECT icv FROM named UNION SELECT r.replaces FROM lineage AS l JOIN reissue AS r ON r.icv = l.icv)`;

/**
 * Returns a function that finds the payment to whose card a refund goes back; undefined if the ledger does not know it.
 * Runs within the transaction that writes the refund.
 * @throws FailureError `bad-input` when more would be refunded by card than was paid by card
 */
export function createPurchaseOf(database: Database): (refund: Refund) => string | undefined {
  const selectRoom = database.prepare<
    { numbers: string; note: string },
    { known: number; unstated: number; paid: number; back: number; asked: number }
  >(
    `${documents}
     SELECT (SELECT count(*) FROM named) AS known,
       (SELECT count(*) FROM payment JOIN named USING (icv) WHERE means ${byCard} AND amount IS NULL) AS unstated,
       (SELECT coalesce(sum(amount), 0) FROM payment JOIN named USING (icv) WHERE means ${byCard}) AS paid,
       (SELECT coalesce(sum(p.amount), 0) FROM payment AS p JOIN document AS n USING (icv)
        WHERE p.means ${byCard} AND n.kind = 'creditNote' AND n.icv NOT IN (SELECT replaces FROM reissue)
          AND n.icv IN (SELECT r.icv FROM reference AS r
            WHERE r.number IN (SELECT d.number FROM document AS d JOIN lineage USING (icv)))) AS back,
       (SELECT coalesce(sum(amount), 0) FROM card_payment
        WHERE note = :note AND state = 'approved' AND icv IS NULL AND settlement IS NULL) AS asked`,
  );
  const selectPurchase = database.prepare<
    { numbers: string; currency: string },
    { id: string; left: number }
  >(
    `${documents}
     SELECT c.id, c.amount - coalesce((SELECT sum(r.amount) FROM card_payment AS r
       WHERE r.purchase = c.id AND r.state NOT IN ('declined', 'cancelled') AND r.settlement IS NOT 'voided'), 0) AS left
     FROM card_payment AS c JOIN lineage USING (icv)
     WHERE c.note IS NULL AND c.state = 'approved' AND c.currency = :currency ORDER BY left DESC, c.at LIMIT 1`,
  );

  return ({ note, corrects = [], amount, currency }) => {
    const numbers = JSON.stringify(corrects);
    const room = selectRoom.get({ numbers, note });
    // The means of payment of another system's documents are unknown.
    const isKnown = room !== undefined && room.known === corrects.length && room.unstated === 0;
    const purchase = selectPurchase.get({ numbers, currency });
    const left = Math.min(
      isKnown ? room.paid - room.back - room.asked : amount,
      purchase === undefined ? amount : purchase.left,
    );
    if (amount > left) refuseBeyond(Math.max(0, left));
    return purchase?.id;
  };
}

function refuseBeyond(left: Halalas): never {
  const limit = halalasToText(left);
  const message = `must be at most ${limit}, which was paid by card`;
  return fail('bad-input', {
    issues: [{ path: ['amount'], code: 'card-refund', message, params: { limit } }],
  });
}
