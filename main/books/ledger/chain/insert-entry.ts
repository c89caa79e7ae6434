import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { missingFrom, removalOf } from '../baskets/basket-goods.ts';
import { createTakeCards } from '../cards/take-cards.ts';
import type { Database } from '../database/database.ts';
import { bodiesOf } from '../documents/bodies.ts';
import type { EntryFacts, IssueInstructions, Link, LinkedDocument, NewEntry } from '../documents/entry.ts';
import type { Reissues } from '../documents/reissues.ts';
import { createDocumentDigest } from '../documents/row-digest.ts';
import { openShiftSql } from '../shifts/shifts.ts';

/** A document with all that is written with it. */
export interface Insertion extends NewEntry {
  readonly saleText: string;
  readonly link: Link;
  readonly document: LinkedDocument;
  /** The counter of the rejected document that it replaces. */
  readonly replaced: number | undefined;
}

/** Writes a document with everything beside it, and its line of the audit log. Runs within the caller's transaction. */
export type InsertEntry = (insertion: Insertion) => void;

export function createInsertEntry(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  reissues: Pick<Reissues, 'link'>,
): InsertEntry {
  const insertDocument = database.prepare(
    `INSERT INTO document (icv, issued_at, hash, previous_hash, uuid, number, sale_id, sale_digest, kind, customer,
       mode, currency, payable, tax_exclusive, tax_inclusive, vat, vat_in_sar, rounding, prepaid, breakdown,
       self_billed, buyer_name, reference, metadata, by_kind, by_name, by_role, shift, approval, facts)
     VALUES (:icv, :issuedAt, :hash, :previousHash, :uuid, :number, :saleId, :saleDigest, :kind, :customer,
       :mode, :currency, :payable, :taxExclusive, :taxInclusive, :vat, :vatInSar, :rounding, :prepaid, :breakdown,
       :selfBilled, :buyerName, :reference, :metadata, :byKind, :byName, :byRole, :shift, :approval, :saleFacts)`,
  );
  const bodies = bodiesOf(database);
  const digestOf = createDocumentDigest(database);
  const insertSubmission = database.prepare(
    `INSERT INTO submission (icv, state, mode, due_at, next_at, attempts, warnings)
     VALUES (?, 'waiting', ?, ?, ?, 0, 0)`,
  );
  const insertReference = database.prepare('INSERT INTO reference (icv, number) VALUES (?, ?)');
  const shiftOf = createShiftOf(database);
  const takeBasket = database.prepare<[string], TakenBasket>(
    'DELETE FROM basket WHERE id = ? RETURNING goods, owner',
  );
  const insertPayment = database.prepare(
    'INSERT INTO payment (icv, position, means, amount, tendered) VALUES (?, ?, ?, ?, ?)',
  );
  const takeCards = createTakeCards(database);
  const insertDeduction = database.prepare('INSERT INTO deduction (icv, number) VALUES (?, ?)');

  return ({ facts, instructions, saleText, link: { icv, previousHash }, document, replaced }) => {
    const { by, payments, corrects, deducts } = instructions;
    const { sale, breakdown } = facts;
    const { dueAt, xml, qr: _, ...placed } = document;
    const shift = shiftOf(by, replaced);
    const saleFacts = withRemoved(instructions, facts, takeBasket);
    insertDocument.run({
      saleId: undefined,
      buyerName: undefined,
      ...facts,
      ...placed,
      icv,
      previousHash,
      breakdown: JSON.stringify(breakdown),
      selfBilled: sale.special?.selfBilled === true ? 1 : 0,
      reference: sale.reference,
      metadata: sale.metadata && JSON.stringify(sale.metadata),
      byKind: by.kind,
      byName: by.name,
      byRole: by.role,
      shift,
      approval: by.approval && JSON.stringify(by.approval),
      saleFacts: saleFacts && JSON.stringify(saleFacts),
    });
    bodies.insert(icv, xml, saleText);
    insertSubmission.run(icv, facts.mode, dueAt, document.issuedAt);
    for (const number of new Set(corrects)) insertReference.run(icv, number);
    for (const number of new Set(deducts)) insertDeduction.run(icv, number);
    for (const [position, { means, amount, tendered }] of payments.entries())
      insertPayment.run(icv, position, means, amount ?? null, tendered ?? null);
    if (replaced !== undefined) reissues.link(icv, replaced);
    const cards = takeCards(icv, facts, payments);
    const detail = {
      icv,
      number: document.number,
      hash: document.hash,
      ...issuedBy(by, shift),
      payments,
      beside: saleFacts,
      cards: cards.length > 0 ? cards : undefined,
      dueAt,
      digest: digestOf(icv, { xml, sale: saleText }),
    };
    audit.write({ at: document.issuedAt, actor: by.name, action: 'document-issued', detail });
  };
}

/** The money of a sale that a person issued is in the drawer, also where a program issues it again. */
function createShiftOf(database: Database) {
  const openShift = database.prepare<[], number | null>(`SELECT ${openShiftSql}`).pluck();
  const wasInShift = database
    .prepare<[number], number>(
      `WITH RECURSIVE before (icv) AS (
         VALUES (?) UNION ALL SELECT r.replaces FROM reissue AS r JOIN before USING (icv))
       SELECT count(*) FROM before JOIN document USING (icv) WHERE shift IS NOT NULL`,
    )
    .pluck();
  return ({ kind }: Actor, replaced: number | undefined): number | null => {
    const isOfDrawer = kind === 'person' || (replaced !== undefined && (wasInShift.get(replaced) ?? 0) > 0);
    return (isOfDrawer ? openShift.get() : undefined) ?? null;
  };
}

const issuedBy = ({ kind, role, approval }: Actor, shift: number | null) => ({
  by: kind,
  role,
  shift: shift ?? undefined,
  approval,
});

interface TakenBasket {
  readonly goods: string | null;
  readonly owner: string;
}

/**
 * Adds the goods taken out of this sale's basket, and removes the basket: the terminal's own record counts, not that of
 * the screen.
 * @throws FailureError `basket-gone` when another person now has the basket
 */
function withRemoved(
  { saleFacts: given, by }: IssueInstructions,
  { saleId, sale }: EntryFacts,
  takeBasket: { get(id: string): TakenBasket | undefined },
): SaleFacts | undefined {
  const basket = saleId === undefined ? undefined : takeBasket.get(saleId);
  if (basket === undefined) return given;
  if (by.kind === 'person' && basket.owner !== by.name) fail('basket-gone', { detail: { by: basket.owner } });
  if (basket.goods === null) return given;
  const removed = removalOf(missingFrom(JSON.parse(basket.goods), sale.lines));
  return removed === undefined ? given : { ...given, removed };
}
