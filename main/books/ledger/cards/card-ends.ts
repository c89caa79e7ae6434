import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createCounterOf } from '../documents/counter-of.ts';
import { type CardPayment, isUnresolved } from './card-payment.ts';

/** The outcome of an unresolved payment that a person knows, for instance from the slip. */
export interface CardVerdict {
  readonly id: string;
  readonly at: number;
  readonly by: Actor;
  readonly reason: string;
  /** The number of the slip; if omitted, the customer was not charged. */
  readonly slip?: string | undefined;
}

/** The use of an approval that no document used. */
export interface CardSettling extends Pick<CardVerdict, 'id' | 'at' | 'by' | 'reason'> {
  /** The number of the document that it belongs to; if omitted, the payment was voided. */
  readonly number?: string | undefined;
}

interface EndParts {
  readonly audit: Pick<AuditLog, 'write'>;
  /** Returns the payment with this id. @throws FailureError `not-found` */
  readonly need: (id: string) => CardPayment;
}

/** Creates the transactions in which a person ends or settles a payment. */
export function createCardEnds(database: Database, { audit, need }: EndParts) {
  const setEnded = database.prepare(
    'UPDATE card_payment SET state = :state, changed_at = :at, reference = :slip, ended_by = :by WHERE id = :id',
  );
  const setSettled = database.prepare(
    `UPDATE card_payment SET settlement = :settlement, settled_by = :by, changed_at = :at,
       icv = :icv WHERE id = :id`,
  );
  const counterOf = createCounterOf(database);

  const end = database.transaction(({ id, at, by, reason, slip }: CardVerdict): CardPayment => {
    const payment = need(id);
    if (!isUnresolved(payment)) fail('not-found');
    const { sale, amount, taken, state: before } = payment;
    const state = slip === undefined ? 'cancelled' : 'approved';
    setEnded.run({ id, at, by: by.name, state, slip: slip ?? null });
    const detail = {
      id,
      sale,
      amount,
      before,
      taken,
      as: slip === undefined ? 'notTaken' : 'taken',
      slip,
      reason,
    };
    audit.write({ at, actor: by.name, action: 'card-ended', detail: { ...detail, role: by.role } });
    return need(id);
  });

  const settle = database.transaction(({ id, at, by, reason, number }: CardSettling): CardPayment => {
    const { state, document, settlement, sale, amount } = need(id);
    if (state !== 'approved' || document !== undefined || settlement !== undefined) fail('not-found');
    const icv = number === undefined ? undefined : counterOf(number);
    if (number !== undefined && icv === undefined) fail('not-found');
    const as = number === undefined ? 'voided' : 'belongs';
    setSettled.run({ id, at, by: by.name, settlement: as, icv: icv ?? null });
    const detail = { id, sale, amount, as, number, reason };
    audit.write({ at, actor: by.name, action: 'card-settled', detail });
    return need(id);
  });

  return {
    end: (verdict: CardVerdict): CardPayment => end.immediate(verdict),
    settle: (settling: CardSettling): CardPayment => settle.immediate(settling),
  };
}
