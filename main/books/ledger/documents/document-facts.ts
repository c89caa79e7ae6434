import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { CardApproval } from '../../../document/invoice/card-approval.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';
import { createCallersOwn } from './callers-own.ts';

export interface Payment {
  /** The till's word or a code of UNTDID 4461. */
  readonly means: string;
  /** The amount; absent when the document names several means without amounts. */
  readonly amount?: Halalas | undefined;
  readonly tendered?: Halalas | undefined;
  readonly card?: CardApproval | undefined;
}

export interface IssuedBy extends Actor {
  /** The shift; absent for documents of programs, and for those issued while no shift was open. */
  readonly shift?: number | undefined;
  /** The goods removed from its basket, its discounts, and prices that are not the article's. */
  readonly beside?: SaleFacts | undefined;
}

/** Facts beside the documents, such as their issuers and payments. */
export type DocumentFacts = ReturnType<typeof createDocumentFacts>;

export function createDocumentFacts(database: Database) {
  const issuedBy = database.prepare<
    [number],
    Nulls<Omit<IssuedBy, 'approval' | 'beside'> & { readonly approval?: string; readonly beside?: string }>
  >(
    `SELECT by_kind AS kind, by_name AS name, by_role AS role, shift, approval, facts AS beside FROM document WHERE icv = ?`,
  );
  const payments = createPaymentsOf(database);
  const callersOwn = createCallersOwn(database);
  // Goes from name to name through the index, since there are few names and many documents.
  const issuers = database
    .prepare<[], string>(
      `WITH RECURSIVE next (name) AS (
         SELECT min(by_name) FROM document
         UNION ALL SELECT (SELECT min(by_name) FROM document WHERE by_name > name) FROM next WHERE name IS NOT NULL)
       SELECT name FROM next WHERE name IS NOT NULL`,
    )
    .pluck();
  return {
    /** Returns the issuer. @throws FailureError `not-found` if there is no such document */
    issuedBy: (icv: number): IssuedBy => {
      const row = issuedBy.get(icv) ?? fail('not-found');
      return {
        ...row,
        role: row.role ?? undefined,
        shift: row.shift ?? undefined,
        approval: row.approval === null ? undefined : JSON.parse(row.approval),
        beside: row.beside === null ? undefined : JSON.parse(row.beside),
      };
    },
    payments: (icv: number) => payments(icv),
    /** Returns the facts by which the caller recognises the sale of a document. */
    callersOwn: (uuid: string) => callersOwn(uuid),
    issuers: () => issuers.all(),
  };
}

type PaymentRow = Nulls<Omit<Payment, 'card'> & Partial<CardApproval>>;

/** Returns a function that reads the payments of a document by its counter. */
export function createPaymentsOf(database: Database): (icv: number) => Payment[] {
  const select = database.prepare<[number], PaymentRow>(
    `SELECT p.means, p.amount, p.tendered, c.id, c.reference, c.approval_code AS approvalCode,
       c.last_four AS lastFour, c.scheme
     FROM payment AS p LEFT JOIN card_payment AS c ON c.icv = p.icv AND c.position = p.position
     WHERE p.icv = ? ORDER BY p.position`,
  );
  return (icv) =>
    select.all(icv).map(({ means, amount, tendered, id, ...card }) => ({
      ...withoutNulls<Payment>({ means, amount, tendered, card: null }),
      ...(id !== null && { card: withoutNulls<CardApproval>({ id, ...card }) }),
    }));
}
