import type { ActorKind } from '../../../../shared/actor.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { Database } from '../database/database.ts';
import { createPaymentsOf, type Payment } from '../documents/document-facts.ts';
import type { LedgerEntry } from '../documents/entry.ts';
import { createEntryOf, type EntryRow, entrySelect } from '../documents/entry-row.ts';

/** A document with its payments, as the sums of a shift or a day need it. */
export interface ShiftDocument {
  readonly entry: LedgerEntry;
  /** The person or program that issued it, and its kind. */
  readonly by: string;
  readonly byKind: ActorKind;
  readonly payments: readonly Payment[];
  /** The goods removed from its basket, its discounts, and prices that are not the article's. */
  readonly saleFacts?: SaleFacts | undefined;
  /** The rejected document that this one replaces; its amounts no longer count. */
  readonly replaces?: { readonly entry: LedgerEntry; readonly payments: readonly Payment[] } | undefined;
}

/**
 * Returns a function that reads the documents that satisfy a condition, in order.
 * @param where SQL of the condition, with the function's parameters; `d` is the document
 */
export function createShiftDocuments(
  database: Database,
  where: string,
): (...parameters: number[]) => ShiftDocument[] {
  const select = database.prepare<
    number[],
    EntryRow & { byKind: ActorKind; facts: string | null; replaces: number | null }
  >(
    `${entrySelect.replace('SELECT', 'SELECT d.by_kind AS byKind, d.facts, r.replaces AS replaces,')}
     LEFT JOIN reissue AS r USING (icv) WHERE ${where} ORDER BY d.icv`,
  );
  const byCounter = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);
  const payments = createPaymentsOf(database);
  const entryOf = createEntryOf(database);
  const replacedAt = (icv: number): ShiftDocument['replaces'] => {
    const row = byCounter.get(icv);
    return row && { entry: entryOf(row), payments: payments(icv) };
  };
  return (...parameters) =>
    select.all(...parameters).map(({ byKind, facts, replaces, ...row }) => ({
      entry: entryOf(row),
      by: row.by,
      byKind,
      payments: payments(row.icv),
      ...(facts !== null && { saleFacts: JSON.parse(facts) }),
      ...(replaces !== null && { replaces: replacedAt(replaces) }),
    }));
}
