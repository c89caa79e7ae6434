import type { ActorKind } from '../../../../shared/actor.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { Database } from '../database/database.ts';
import { createPaymentsOf, type Payment } from '../documents/document-facts.ts';
import type { LedgerEntry } from '../documents/entry.ts';
import { type EntryRow, entryFromRow, entrySelect } from '../documents/entry-row.ts';

/** A document with its payments, as the sums of a shift or a day need it. */
export interface ShiftDocument {
  readonly entry: LedgerEntry;
  /** The person or program; empty for documents of earlier versions, which do not name one. */
  readonly by: string;
  /** The kind of `by`; absent for documents of earlier versions. */
  readonly byKind?: ActorKind | undefined;
  readonly payments: readonly Payment[];
  /** The goods removed from its basket, its discounts, and prices that are not the article's. */
  readonly saleFacts?: SaleFacts | undefined;
  /** The rejected document that this one replaces; its amounts no longer count. */
  readonly replaces?: { readonly entry: LedgerEntry; readonly payments: readonly Payment[] } | undefined;
}

/**
 * Returns a function that reads the documents that satisfy a condition, in order.
 * @param where SQL of the condition, with the function's parameters; `i` is the row of its issuer, `d` the document
 */
export function createShiftDocuments(
  database: Database,
  where: string,
): (...parameters: number[]) => ShiftDocument[] {
  const select = database.prepare<
    number[],
    EntryRow & { by: string; byKind: ActorKind | null; beside: string | null; replaces: number | null }
  >(
    `${entrySelect.replace('SELECT', `SELECT coalesce(i.actor, '') AS "by", i.kind AS byKind, i.beside AS beside, r.replaces AS replaces,`)}
     LEFT JOIN reissue AS r USING (icv) WHERE ${where} ORDER BY d.icv`,
  );
  const byCounter = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);
  const payments = createPaymentsOf(database);
  const replacedAt = (icv: number): ShiftDocument['replaces'] => {
    const row = byCounter.get(icv);
    return row && { entry: entryFromRow(row), payments: payments(icv) };
  };
  return (...parameters) =>
    select.all(...parameters).map(({ by, byKind, beside, replaces, ...row }) => ({
      entry: entryFromRow(row),
      by,
      ...(byKind !== null && { byKind }),
      payments: payments(row.icv),
      ...(beside !== null && { saleFacts: JSON.parse(beside) }),
      ...(replaces !== null && { replaces: replacedAt(replaces) }),
    }));
}
