import type { Actor } from '../../shared/actor.ts';
import type { cardSettlements, cardStates } from '../../shared/contract/card.ts';
import { fail } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import type { AuditLog } from './audit-log.ts';
import { type Database, withFailures } from './database.ts';
import type { NewEntry } from './entry.ts';
import { openShiftSql } from './shifts.ts';

export type CardState = (typeof cardStates)[number];
/** The states in which nobody knows whether the customer was charged. */
const unresolvedStates: readonly CardState[] = ['asked', 'unknown'];

/** A payment at a card terminal, kept from before the terminal is asked. */
export interface CardPayment {
  readonly id: string;
  /** The id of its sale. */
  readonly sale: string;
  /** The card terminal that was asked, and alone can say what became of the payment. */
  readonly terminal: string;
  readonly amount: Halalas;
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly changedAt: number;
  readonly state: CardState;
  /** The card terminal's words. */
  readonly says?: string | undefined;
  readonly reference?: string | undefined;
  readonly maskedNumber?: string | undefined;
  readonly scheme?: string | undefined;
  /** The number of the document that took it. */
  readonly document?: string | undefined;
  readonly settlement?: (typeof cardSettlements)[number] | undefined;
}

/** The end of a payment as the card terminal told it. */
export type CardEnd = Pick<CardPayment, 'says' | 'reference' | 'maskedNumber' | 'scheme'> & {
  readonly state: Exclude<CardState, 'asked'>;
  /** The answer as it came. */
  readonly answer?: string | undefined;
};

export type CardQuestion = Pick<CardPayment, 'id' | 'sale' | 'terminal' | 'amount' | 'currency' | 'at'>;

/** Payments at card terminals. Rows come first: after a crash the terminal is asked for them again by their ids. */
export interface CardPayments {
  /**
   * Writes the question; repeated with the same id, it changes nothing.
   * @returns false when it was asked before
   * @throws FailureError `card-unresolved`; `sale-differs` when the sale is issued already, or the id was used otherwise
   */
  ask(question: CardQuestion, by: Actor): boolean;
  /** Writes what became of an unresolved payment; one whose end is known stays as it is. @throws FailureError `not-found` */
  answer(id: string, end: CardEnd, at: number): CardPayment;
  get(id: string): CardPayment | undefined;
  /** The payments of a sale, oldest first. */
  ofSale(sale: string): CardPayment[];
  /** Unresolved payments, and approvals that no document took; oldest first. */
  open(): CardPayment[];
  /**
   * Writes the end of an approval that no document took.
   * @throws FailureError `not-found`: no such approval, or no such document
   */
  settle(settling: {
    id: string;
    at: number;
    by: Actor;
    reason: string;
    /** The number of the document that it belongs to; left out, it was voided. */
    number?: string | undefined;
  }): CardPayment;
}

type Row = { [K in keyof Required<CardPayment>]: Exclude<CardPayment[K], undefined> | null } & {
  id: string;
  state: CardState;
};

const select = `SELECT c.id, c.sale, c.terminal, c.amount, c.currency, c.at, c.changed_at AS changedAt, c.state, c.says,
  c.reference, c.masked_number AS maskedNumber, c.scheme, d.number AS document, c.settlement
  FROM card_payment AS c LEFT JOIN document AS d USING (icv)`;
const isOpen = `(c.state IN ('asked', 'unknown') OR (c.state = 'approved' AND c.icv IS NULL AND c.settlement IS NULL))`;

export function createCardPayments(database: Database, audit: Pick<AuditLog, 'write'>): CardPayments {
  const byId = database.prepare<[string], Row>(`${select} WHERE c.id = ?`);
  const bySale = database.prepare<[string], Row>(`${select} WHERE c.sale = ? ORDER BY c.at, c.id`);
  const selectOpen = database.prepare<[], Row>(`${select} WHERE ${isOpen} ORDER BY c.at, c.id`);
  const isIssued = database.prepare<[string], number>('SELECT 1 FROM document WHERE sale_id = ?').pluck();
  const insert = database.prepare(
    `INSERT INTO card_payment (id, sale, terminal, amount, currency, at, actor, role, shift, state, changed_at)
     VALUES (:id, :sale, :terminal, :amount, :currency, :at, :actor, :role, ${openShiftSql}, 'asked', :at)`,
  );
  const update = database.prepare(
    `UPDATE card_payment SET state = :state, changed_at = :at, says = :says, reference = :reference,
       masked_number = :maskedNumber, scheme = :scheme, answer = :answer WHERE id = :id`,
  );
  const setSettled = database.prepare(
    `UPDATE card_payment SET settlement = :settlement, settled_by = :by, changed_at = :at,
       icv = (SELECT icv FROM document WHERE number = :number) WHERE id = :id`,
  );
  const hasDocument = database.prepare<[string], number>('SELECT 1 FROM document WHERE number = ?').pluck();

  const need = (id: string): CardPayment => toPayment(byId.get(id) ?? fail('not-found'));

  const ask = database.transaction((question: CardQuestion, { name, role }: Actor): boolean => {
    const { id, sale, amount, currency, terminal, at } = question;
    const known = byId.get(id);
    if (known !== undefined) {
      const isSame = known.sale === sale && known.amount === amount && known.currency === currency;
      return isSame ? false : fail('sale-differs', { detail: { saleId: sale } });
    }
    const unresolved = bySale.all(sale).find(({ state }) => unresolvedStates.includes(state));
    if (unresolved !== undefined) fail('card-unresolved', { detail: { id: unresolved.id } });
    if (isIssued.get(sale) !== undefined) fail('sale-differs', { detail: { saleId: sale } });
    insert.run({ ...question, actor: name, role: role ?? null });
    audit.write({ at, actor: name, action: 'card-asked', detail: { id, sale, terminal, amount, currency } });
    return true;
  });

  const answer = database.transaction((id: string, end: CardEnd, at: number): CardPayment => {
    const payment = need(id);
    if (!unresolvedStates.includes(payment.state)) return payment;
    const { state, says, reference, maskedNumber, scheme } = end;
    const none = { says: null, reference: null, maskedNumber: null, scheme: null, answer: null };
    update.run({ ...none, ...withoutUndefined(end), id, at });
    if (state !== 'unknown') {
      const detail = {
        id,
        sale: payment.sale,
        state,
        amount: payment.amount,
        says,
        reference,
        maskedNumber,
        scheme,
      };
      audit.write({ at, actor: payment.terminal, action: 'card-answered', detail });
    }
    return need(id);
  });

  const settle = database.transaction(
    ({ id, at, by, reason, number }: Parameters<CardPayments['settle']>[0]): CardPayment => {
      const { state, document, settlement, sale, amount } = need(id);
      if (state !== 'approved' || document !== undefined || settlement !== undefined) fail('not-found');
      if (number !== undefined && hasDocument.get(number) === undefined) fail('not-found');
      const as = number === undefined ? 'voided' : 'belongs';
      setSettled.run({ id, at, by: by.name, settlement: as, number: number ?? null });
      const detail = { id, sale, amount, as, number, reason };
      audit.write({ at, actor: by.name, action: 'card-settled', detail });
      return need(id);
    },
  );

  return {
    ask: (question, by) => withFailures(() => ask.immediate(question, by)),
    answer: (id, end, at) => withFailures(() => answer.immediate(id, end, at)),
    get: (id) =>
      withFailures(() => {
        const row = byId.get(id);
        return row && toPayment(row);
      }),
    ofSale: (sale) => withFailures(() => bySale.all(sale).map(toPayment)),
    open: () => withFailures(() => selectOpen.all().map(toPayment)),
    settle: (settling) => withFailures(() => settle.immediate(settling)),
  };
}

/**
 * Returns a function that gives a document the approvals of its sale: one for each of its card payments with the same
 * amount. Runs within the transaction that issues it, and returns their ids.
 */
export function createTakeCards(
  database: Database,
): (icv: number, entry: Pick<NewEntry, 'saleId' | 'currency' | 'payments'>) => string[] {
  const take = database
    .prepare<[number, number, string, number | undefined, string], string>(
      `UPDATE card_payment SET icv = ?, position = ? WHERE id = (
         SELECT id FROM card_payment
         WHERE sale = ? AND state = 'approved' AND icv IS NULL AND settlement IS NULL AND amount = ? AND currency = ?
         ORDER BY at, id LIMIT 1)
       RETURNING id`,
    )
    .pluck();
  return (icv, { saleId, currency, payments }) =>
    saleId === undefined
      ? []
      : payments.flatMap(({ means, amount }, position) =>
          means === 'card' ? take.all(icv, position, saleId, amount, currency) : [],
        );
}

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** SQLite has NULL where a value is absent. */
function toPayment(row: Row): CardPayment {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as CardPayment;
}
