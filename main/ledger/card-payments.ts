import type { Actor, Approval } from '../../shared/actor.ts';
import { type cardSettlements, type cardStates, unresolvedCardStates } from '../../shared/contract/card.ts';
import { fail } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import type { AuditLog } from './audit-log.ts';
import { createPurchaseOf } from './card-refunds.ts';
import { type Database, withFailures } from './database.ts';
import type { NewEntry } from './entry.ts';
import { openShiftSql } from './shifts.ts';

export type CardState = (typeof cardStates)[number];
export const isUnresolved = ({ state }: Pick<CardPayment, 'state'>) => unresolvedCardStates.includes(state);

/** A manager's agreement to a document, identified by its digest. */
export interface Agreed {
  readonly digest: string;
  readonly approval: Approval;
}

/** A payment at a card terminal, recorded before the terminal is asked. */
export interface CardPayment {
  readonly id: string;
  /** The id of its sale. */
  readonly sale: string;
  /** The card terminal that was asked; only it can say how the payment ended. */
  readonly terminal: string;
  readonly amount: Halalas;
  readonly currency: string;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  readonly changedAt: number;
  readonly state: CardState;
  /** The amount that the card terminal reported as taken. */
  readonly taken?: Halalas | undefined;
  /** The card terminal's message. */
  readonly says?: string | undefined;
  readonly reference?: string | undefined;
  readonly approvalCode?: string | undefined;
  /** The last four digits of the card; no more of its number is stored. */
  readonly lastFour?: string | undefined;
  readonly scheme?: string | undefined;
  /** The manager who stated the outcome, if the card terminal did not report it. */
  readonly endedBy?: string | undefined;
  /** The number of the document that used the payment. */
  readonly document?: string | undefined;
  readonly settlement?: (typeof cardSettlements)[number] | undefined;
  /** The sale id of a refund's credit note; if omitted, the customer pays. */
  readonly note?: string | undefined;
  /** The id of the payment to whose card a refund goes back, if known. */
  readonly purchase?: string | undefined;
}

/** A refund that has no document yet, with the credit note for which it was requested. */
export interface OpenReturn {
  readonly payment: CardPayment;
  /** The note as the screen sent it. */
  readonly note: unknown;
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
  /** The sale id of a refund's credit note. */
  readonly note?: string | undefined;
  /** The credit note itself, if no basket has it. */
  readonly returned?: unknown;
};

/** The outcome of an unresolved payment that a person knows, for instance from the slip. */
export interface CardVerdict {
  readonly id: string;
  readonly at: number;
  readonly by: Actor;
  readonly reason: string;
  /** The number of the slip; if omitted, the customer was not charged. */
  readonly slip?: string | undefined;
}

/** A document that is in use by an open step at the card terminal. */
interface Reserved {
  /** The number as the step spells it. */
  readonly number: string;
  /** The sale of the step, whose id is also that of its basket. */
  readonly sale: string;
  /** True when the step is reached from the return of the document, not from a basket. */
  readonly isReturn: boolean;
}

/**
 * The payments at card terminals. Rows are written first, so that after a crash the terminal can be asked again by
 * their ids.
 */
export interface CardPayments {
  /**
   * Writes the question; if repeated with the same id, it changes nothing.
   * @param question a function if it depends on other documents, which it reads while no other process writes
   * @returns the payment, and true if it is new
   * @throws FailureError `ledger-newer`; `card-unresolved`; `sale-differs` when the sale has been issued already, or
   * the id was used otherwise; `bad-input` for a refund of more than was paid by card
   */
  ask(question: CardQuestion | (() => CardQuestion), by: Actor): { payment: CardPayment; isNew: boolean };
  /**
   * Writes the outcome of an unresolved payment; a payment with a known outcome is not changed.
   * @throws FailureError `not-found`
   */
  answer(id: string, end: CardEnd, at: number): CardPayment;
  /**
   * Writes the outcome of an unresolved payment that a manager states.
   * @throws FailureError `not-found` when its outcome is known
   */
  end(verdict: CardVerdict): CardPayment;
  get(id: string): CardPayment | undefined;
  /**
   * Returns the manager's agreement with which the sale's card payment was requested; it is valid while the money is
   * taken.
   */
  agreed(sale: string, digest: string): Approval | undefined;
  /** Returns the payments of a sale, oldest first. */
  ofSale(sale: string): CardPayment[];
  /** Returns unresolved payments, and approvals that no document used, oldest first. */
  open(): CardPayment[];
  /** Returns the open payments of the sales with these ids, or of credit notes with these sale ids. */
  openOf(saleIds: readonly string[]): CardPayment[];
  /** Returns open refunds to which no basket leads, oldest first. */
  openReturns(): OpenReturn[];
  /** Returns the number of open payments that were requested in a shift. */
  openInShift(shift: number): number;
  /**
   * Returns the documents that are in use by sales being paid by card, or by notes being refunded: documents whose
   * goods come back, or advances that are deducted.
   */
  reserved(sale: string | undefined): Reserved[];
  /**
   * Writes the outcome of an approval that no document used.
   * @throws FailureError `not-found`: no such approval, or no such document
   */
  settle(settling: {
    id: string;
    at: number;
    by: Actor;
    reason: string;
    /** The number of the document that it belongs to; if omitted, the payment was voided. */
    number?: string | undefined;
  }): CardPayment;
}

type Row = { [K in keyof Required<CardPayment>]: Exclude<CardPayment[K], undefined> | null } & {
  id: string;
  state: CardState;
};

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
): CardPayments {
  const statements = prepareStatements(database);
  const { byId, bySale, selectOpen, selectOpenOf, selectReturns, countInShift } = statements;
  const { selectReserved, selectAgreed, isIssued, insert, update } = statements;
  const purchaseOf = createPurchaseOf(database);
  const need = (id: string): CardPayment => toPayment(byId.get(id) ?? fail('not-found'));

  const ask = database.transaction(
    (asked: CardQuestion | (() => CardQuestion), { name, role }: Actor): ReturnType<CardPayments['ask']> => {
      refuseNewer();
      const question = typeof asked === 'function' ? asked() : asked;
      const { id, sale, amount, currency, terminal, at, note, corrects } = question;
      const known = byId.get(id);
      if (known !== undefined) {
        const isSame = known.sale === sale && known.amount === amount && known.currency === currency;
        if (!isSame) fail('sale-differs', { detail: { saleId: sale } });
        return { payment: toPayment(known), isNew: false };
      }
      const unresolved = bySale.all(sale).find(isUnresolved);
      if (unresolved !== undefined) fail('card-unresolved', { detail: { id: unresolved.id } });
      if (isIssued.get(sale) !== undefined) fail('sale-differs', { detail: { saleId: sale } });
      const purchase = note === undefined ? undefined : purchaseOf({ note, corrects, amount, currency });
      insert.run({ ...rowOf(question), purchase: purchase ?? null, actor: name, role: role ?? null });
      const detail = { id, sale, terminal, amount, currency, note, purchase };
      audit.write({ at, actor: name, action: 'card-asked', detail });
      return { payment: need(id), isNew: true };
    },
  );

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

  const { end, settle } = createEnds(database, { ...statements, audit, need });

  return {
    ask: (question, by) => withFailures(() => ask.immediate(question, by)),
    answer: (id, told, at) => withFailures(() => answer.immediate(id, told, at)),
    end: (verdict) => withFailures(() => end.immediate(verdict)),
    agreed: (sale, digest) =>
      withFailures(() => {
        const all = selectAgreed.all(sale).flatMap((text): Agreed[] => JSON.parse(text));
        return all.find((one) => one.digest === digest)?.approval;
      }),
    get: (id) =>
      withFailures(() => {
        const row = byId.get(id);
        return row && toPayment(row);
      }),
    ofSale: (sale) => withFailures(() => bySale.all(sale).map(toPayment)),
    open: () => withFailures(() => selectOpen.all().map(toPayment)),
    openOf: (saleIds) =>
      withFailures(() => selectOpenOf.all({ ids: JSON.stringify(saleIds) }).map(toPayment)),
    openReturns: () =>
      withFailures(() =>
        selectReturns.all().map(({ returned, ...row }) => ({
          payment: toPayment(row as Row),
          note: JSON.parse(returned),
        })),
      ),
    openInShift: (shift) => withFailures(() => countInShift.get(shift) ?? 0),
    reserved: (sale) =>
      withFailures(() =>
        selectReserved.all(sale ?? '').map(({ isReturn, ...row }) => ({ ...row, isReturn: isReturn === 1 })),
      ),
    settle: (settling) => withFailures(() => settle.immediate(settling)),
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
  const setEnded = database.prepare(
    'UPDATE card_payment SET state = :state, changed_at = :at, reference = :slip, ended_by = :by WHERE id = :id',
  );
  const setSettled = database.prepare(
    `UPDATE card_payment SET settlement = :settlement, settled_by = :by, changed_at = :at,
       icv = (SELECT icv FROM document WHERE number = :number) WHERE id = :id`,
  );
  const hasDocument = database.prepare<[string], number>('SELECT 1 FROM document WHERE number = ?').pluck();
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
    setEnded,
    setSettled,
    hasDocument,
  };
}

type EndParts = Pick<ReturnType<typeof prepareStatements>, 'setEnded' | 'setSettled' | 'hasDocument'> & {
  readonly audit: Pick<AuditLog, 'write'>;
  readonly need: (id: string) => CardPayment;
};

/** Creates the transactions in which a person ends or settles a payment. */
function createEnds(database: Database, { setEnded, setSettled, hasDocument, audit, need }: EndParts) {
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

  return { end, settle };
}

/**
 * Returns a function that assigns approvals to a document, or refunds to a credit note: one for each of its card
 * payments of the same amount. It runs within the issuing transaction, and returns the ids of the approvals.
 */
export function createTakeCards(
  database: Database,
): (icv: number, entry: Pick<NewEntry, 'saleId' | 'kind' | 'currency' | 'payments'>) => string[] {
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
  return (icv, { saleId, kind, currency, payments }) => {
    if (saleId === undefined) return [];
    const take = kind === 'creditNote' ? takeRefund : takePayment;
    return payments.flatMap(({ means, amount }, position) =>
      means === 'card' ? take.all(icv, position, saleId, amount, currency) : [],
    );
  };
}

const noEnd = { taken: null, says: null, reference: null, approvalCode: null, lastFour: null, scheme: null };

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** SQLite has NULL where a value is absent. */
function toPayment(row: Row): CardPayment {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as CardPayment;
}
