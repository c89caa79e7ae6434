import type { Actor, Approval } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';
import { openShiftSql } from '../shifts/shifts.ts';
import { type CardSettling, type CardVerdict, createCardEnds } from './card-ends.ts';
import { type CardPayment, type CardState, isUnresolved } from './card-payment.ts';
import { createPurchaseOf } from './card-refunds.ts';

/** A manager's agreement to a document, identified by its digest. */
export interface Agreed {
  readonly digest: string;
  readonly approval: Approval;
}

/** A refund that has no document yet, with the credit note for which it was requested. */
export interface OpenReturn {
  readonly payment: CardPayment;
  /** The note as the screen sent it. */
  readonly note: Sale;
}

/** The outcome of a payment as the card terminal reported it. */
export type CardEnd = Pick<
  CardPayment,
  'taken' | 'says' | 'reference' | 'approvalCode' | 'lastFour' | 'scheme'
> & { readonly state: Exclude<CardState, 'asked'> };

export type CardQuestion = Pick<CardPayment, 'id' | 'sale' | 'terminal' | 'amount' | 'currency' | 'at'> & {
  /** A manager's agreements to the documents of this sale, which are valid until it is issued. */
  readonly agreed?: readonly Agreed[] | undefined;
  /** The numbers of the documents whose goods come back with this sale. */
  readonly corrects?: readonly string[] | undefined;
  /** The numbers of the advances that this sale deducts. */
  readonly deducts?: readonly string[] | undefined;
  readonly note?: string | undefined;
  /** The credit note itself, if no basket has it. */
  readonly returned?: Sale | undefined;
};

/** A document that is in use by an open step at the card terminal. */
interface Reserved {
  readonly number: string;
  /** The sale of the step, whose id is also that of its basket. */
  readonly sale: string;
  /** True when the step is reached from the return of the document, not from a basket. */
  readonly isReturn: boolean;
}

/** The payments at card terminals, written first, so that after a crash the terminal can be asked by their ids. */
export type CardPayments = ReturnType<typeof createCardPayments>;

type Row = Nulls<CardPayment>;

const select = `SELECT c.id, c.sale, c.terminal, c.amount, c.currency, c.at, c.changed_at AS changedAt, c.state, c.taken,
  c.says, c.reference, c.approval_code AS approvalCode, c.last_four AS lastFour, c.scheme, c.ended_by AS endedBy,
  d.number AS document, c.settlement, c.note, c.purchase
  FROM card_payment AS c LEFT JOIN document AS d USING (icv)`;
/** Returns the SQL for a payment that is unresolved, or approved but not used by a document. */
export const isOpenCard = (table: string) =>
  `(${table}.state IN ('asked', 'unknown', 'differs') OR
    (${table}.state = 'approved' AND ${table}.icv IS NULL AND ${table}.settlement IS NULL))`;
const isOpen = isOpenCard('c');
/** The condition for a refund to which no basket leads. */
const isReturn = '(c.returned IS NOT NULL AND NOT EXISTS (SELECT 1 FROM basket WHERE basket.id = c.sale))';

const listOf = (values: readonly unknown[]) => (values.length === 0 ? null : JSON.stringify(values));

/** Returns the values of a question's row that come from the question. */
const rowOf = ({ agreed = [], corrects = [], deducts = [], note, returned, ...question }: CardQuestion) => ({
  ...question,
  agreed: listOf(agreed),
  corrects: listOf([...corrects, ...deducts]),
  note: note ?? null,
  returned: returned === undefined ? null : JSON.stringify(returned),
});

/**
 * Creates the payments. @param refuseNewer refuses a ledger whose schema this program does not know, before a customer
 * is charged
 */
export function createCardPayments(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  refuseNewer: () => void,
) {
  const statements = prepareStatements(database);
  const { byId, bySale, selectOpen, selectOpenOf, selectReturns, countInShift } = statements;
  const { selectReserved, selectAgreed, update } = statements;
  const purchaseOf = createPurchaseOf(database);
  const need = (id: string): CardPayment => toPayment(byId.get(id) ?? fail('not-found'));

  const ask = database.transaction(createAsk(statements, { audit, refuseNewer, purchaseOf, need }));

  const answer = database.transaction((id: string, end: CardEnd, at: number): CardPayment => {
    const payment = need(id);
    // A person must decide about a different amount; a later answer would only seem to settle it.
    if (!isUnresolved(payment) || payment.state === 'differs') return payment;
    update.run({ ...noEnd, ...withoutUndefined(end), id, at });
    if (end.state !== 'unknown') {
      const { sale, amount, terminal } = payment;
      audit.write({ at, actor: terminal, action: 'card-answered', detail: { id, sale, amount, ...end } });
    }
    return need(id);
  });

  const { end, settle } = createCardEnds(database, { audit, need });

  return {
    /**
     * Writes the question; if repeated with the same id, it changes nothing.
     * @param question a function if it depends on other documents, which it reads while no other process writes
     * @returns the payment, and true if it is new
     * @throws FailureError `ledger-newer`; `card-unresolved`; `sale-differs` when the sale has been issued already, or
     * the id was used otherwise; `bad-input` for a refund of more than was paid by card
     */
    ask: (question: CardQuestion | (() => CardQuestion), by: Actor) => ask.immediate(question, by),
    /** Writes an outcome; a known one is not changed. @throws FailureError `not-found` */
    answer: (id: string, told: CardEnd, at: number) => answer.immediate(id, told, at),
    /** Writes the outcome that a manager states. @throws FailureError `not-found` when one is known */
    end: (verdict: CardVerdict) => end(verdict),
    /** Returns the manager's agreement with which the sale's payment was requested; valid while the money is taken. */
    agreed: (sale: string, digest: string) => {
      const all = selectAgreed.all(sale).flatMap((text): Agreed[] => JSON.parse(text));
      return all.find((one) => one.digest === digest)?.approval;
    },
    get: (id: string) => {
      const row = byId.get(id);
      return row && toPayment(row);
    },
    ofSale: (sale: string) => bySale.all(sale).map(toPayment),
    /** Returns unresolved payments, and approvals that no document used, oldest first. */
    open: () => selectOpen.all().map(toPayment),
    /** Returns the open payments of the sales with these ids, or of credit notes with these sale ids. */
    openOf: (saleIds: readonly string[]) => selectOpenOf.all({ ids: JSON.stringify(saleIds) }).map(toPayment),
    /** Returns open refunds to which no basket leads, oldest first. */
    openReturns: (): OpenReturn[] =>
      selectReturns.all().map(({ returned, ...row }) => ({
        payment: toPayment(row),
        note: JSON.parse(returned),
      })),
    openInShift: (shift: number) => countInShift.get(shift) ?? 0,
    /**
     * Returns the documents that are in use by sales being paid by card, or by notes being refunded: documents whose
     * goods come back, or advances that are deducted.
     */
    reserved: (sale: string | undefined) =>
      selectReserved.all(sale ?? '').map(({ isReturn, ...row }) => ({ ...row, isReturn: isReturn === 1 })),
    /**
     * Writes the outcome of an approval that no document used.
     * @throws FailureError `not-found`: no such approval, or no such document
     */
    settle: (settling: CardSettling) => settle(settling),
  };
}

/** Returns the function that writes a question, within the caller's transaction. */
function createAsk(
  { byId, bySale, isIssued, insert }: ReturnType<typeof prepareStatements>,
  {
    audit,
    refuseNewer,
    purchaseOf,
    need,
  }: {
    readonly audit: Pick<AuditLog, 'write'>;
    readonly refuseNewer: () => void;
    readonly purchaseOf: ReturnType<typeof createPurchaseOf>;
    readonly need: (id: string) => CardPayment;
  },
) {
  return (given: CardQuestion | (() => CardQuestion), { name, role }: Actor) => {
    refuseNewer();
    const question = typeof given === 'function' ? given() : given;
    const { id, sale, amount, currency, terminal, at, note, corrects } = question;
    const existing = byId.get(id);
    if (existing !== undefined) {
      const isSame = existing.sale === sale && existing.amount === amount && existing.currency === currency;
      if (!isSame) fail('sale-differs', { detail: { saleId: sale } });
      return { payment: toPayment(existing), isNew: false };
    }
    const unresolved = bySale.all(sale).find(isUnresolved);
    if (unresolved !== undefined) fail('card-unresolved', { detail: { id: unresolved.id } });
    if (isIssued.get(sale) !== undefined) fail('sale-differs', { detail: { saleId: sale } });
    const purchase = note === undefined ? undefined : purchaseOf({ note, corrects, amount, currency });
    insert.run({ ...rowOf(question), purchase: purchase ?? null, actor: name, role: role ?? null });
    const detail = { id, sale, terminal, amount, currency, note, purchase };
    audit.write({ at, actor: name, action: 'card-asked', detail });
    return { payment: need(id), isNew: true };
  };
}

function prepareStatements(database: Database) {
  const byId = database.prepare<[string], Row>(`${select} WHERE c.id = ?`);
  const bySale = database.prepare<[string], Row>(`${select} WHERE c.sale = ? ORDER BY c.at, c.id`);
  const selectOpen = database.prepare<[], Row>(`${select} WHERE ${isOpen} ORDER BY c.at, c.id`);
  const selectOpenOf = database.prepare<[{ ids: string }], Row>(
    `${select} WHERE ${isOpen} AND (c.sale IN (SELECT value FROM json_each(:ids))
       OR c.note IN (SELECT value FROM json_each(:ids))) ORDER BY c.at, c.id`,
  );
  const selectReturns = database.prepare<[], Row & { returned: string }>(
    `${select.replace('c.note,', 'c.note, c.returned,')} WHERE ${isOpen} AND ${isReturn} ORDER BY c.at, c.id`,
  );
  const countInShift = database
    .prepare<[number], number>(`SELECT count(*) FROM card_payment AS c WHERE ${isOpen} AND c.shift = ?`)
    .pluck();
  const selectReserved = database.prepare<
    [string],
    Omit<Reserved, 'isReturn'> & { readonly isReturn: 0 | 1 }
  >(
    `SELECT DISTINCT d.value AS number, c.sale, ${isReturn} AS isReturn
     FROM card_payment AS c, json_each(c.corrects) AS d WHERE ${isOpen} AND c.sale <> ?`,
  );
  const selectAgreed = database
    .prepare<[string], string>(
      `SELECT agreed FROM card_payment
       WHERE sale = ? AND agreed IS NOT NULL AND state = 'approved' AND icv IS NULL AND settlement IS NULL`,
    )
    .pluck();
  const isIssued = database.prepare<[string], number>('SELECT 1 FROM document WHERE sale_id = ?').pluck();
  const insert = database.prepare(
    `INSERT INTO card_payment (id, sale, terminal, amount, currency, at, actor, role, shift, agreed, corrects, note,
       purchase, returned, state, changed_at)
     VALUES (:id, :sale, :terminal, :amount, :currency, :at, :actor, :role, ${openShiftSql}, :agreed, :corrects, :note,
       :purchase, :returned, 'asked', :at)`,
  );
  const update = database.prepare(
    `UPDATE card_payment SET state = :state, changed_at = :at, taken = :taken, says = :says, reference = :reference,
       approval_code = :approvalCode, last_four = :lastFour, scheme = :scheme WHERE id = :id`,
  );
  return {
    byId,
    bySale,
    selectOpen,
    selectOpenOf,
    selectReturns,
    countInShift,
    selectReserved,
    selectAgreed,
    isIssued,
    insert,
    update,
  };
}

const noEnd = { taken: null, says: null, reference: null, approvalCode: null, lastFour: null, scheme: null };

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const toPayment = (row: Row) => withoutNulls<CardPayment>(row);
