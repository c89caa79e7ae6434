import type { SubmissionMode } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { deadlineSql, lateSql } from '../times/deadline-sql.ts';
import { type Bodies, bodiesOf, type Packed } from './bodies.ts';
import type { LedgerEntry, SubmissionStatus } from './entry.ts';

/** The columns that may be NULL where an entry has an absent field. */
type Nullable = 'saleId' | 'trueAt' | 'buyerName' | 'reissuedAs';

/** A document with its submission, as a row of `entrySelect`. */
export type EntryRow = Omit<LedgerEntry, Nullable | 'sale' | 'breakdown' | 'submission'> &
  Pick<SubmissionStatus, 'state' | 'dueAt' | 'attempts' | 'warnings'> & {
    readonly saleId: string | null;
    readonly trueAt: number | null;
    readonly buyerName: string | null;
    readonly reissuedAs: string | null;
    readonly sale: Packed | null;
    readonly breakdown: string;
    readonly modeNow: SubmissionMode;
    readonly status: string | null;
    readonly outcome: string | null;
    readonly acceptedAt: number | null;
    readonly cleared: 0 | 1;
    readonly late: 0 | 1 | null;
  };

/** The number of the document that replaced `d`; it is looked up only if `d` was rejected. */
export const reissuedAsSql = `CASE s.state WHEN 'rejected' THEN
  (SELECT n.number FROM reissue AS r JOIN document AS n ON n.icv = r.icv WHERE r.replaces = d.icv) END`;

export const entrySelect = `
  SELECT d.icv, d.uuid, d.number, d.sale_id AS saleId, d.sale_digest AS saleDigest, d.kind, d.customer, d.mode,
    d.issued_at AS issuedAt, w.meant_at AS trueAt, d.currency, d.buyer_name AS buyerName, d.payable, d.tax_exclusive AS taxExclusive,
    d.tax_inclusive AS taxInclusive, d.vat, d.vat_in_sar AS vatInSar, d.rounding, d.prepaid, d.breakdown,
    d.hash, d.previous_hash AS previousHash, d.by_name AS "by", y.sale,
    s.state, s.mode AS modeNow, ${deadlineSql} AS dueAt, s.attempts, s.warnings, s.status, s.outcome,
    s.accepted_at AS acceptedAt, ${lateSql} AS late, c.icv IS NOT NULL AS cleared, ${reissuedAsSql} AS reissuedAs
  FROM document AS d LEFT JOIN body AS y USING (icv) JOIN submission AS s USING (icv)
    LEFT JOIN cleared_document AS c USING (icv) LEFT JOIN wrong_time AS w USING (icv)`;

/** Returns the function that finds the document of a sale. @param saleId in any case */
export function createEntryBySaleId(database: Database): (saleId: string) => EntryRow | undefined {
  // A new sale has no document, and looking into one index is much faster than a join of five tables.
  const selectCounter = database
    .prepare<[string], number>('SELECT icv FROM document WHERE sale_id = ?')
    .pluck();
  const select = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);
  return (saleId) => {
    const icv = selectCounter.get(saleId.toLowerCase());
    return icv === undefined ? undefined : select.get(icv);
  };
}

/** Returns the function that makes entries of rows. @throws FailureError `document-damaged` */
export function createEntryOf(database: Database): (row: EntryRow) => LedgerEntry {
  const bodies = bodiesOf(database);
  return (row) => entryFromRow(row, bodies);
}

function entryFromRow(
  {
    sale,
    state,
    modeNow,
    dueAt,
    attempts,
    warnings,
    status,
    outcome,
    acceptedAt,
    cleared,
    late,
    ...facts
  }: EntryRow,
  { saleOf }: Pick<Bodies, 'saleOf'>,
): LedgerEntry {
  return {
    ...facts,
    saleId: facts.saleId ?? undefined,
    sale: saleOf(facts.icv, sale),
    breakdown: JSON.parse(facts.breakdown),
    trueAt: facts.trueAt ?? undefined,
    buyerName: facts.buyerName ?? undefined,
    reissuedAs: facts.reissuedAs ?? undefined,
    submission: {
      state,
      mode: modeNow,
      dueAt,
      attempts,
      warnings,
      status: status ?? undefined,
      outcome: outcome ?? undefined,
      acceptedAt: acceptedAt ?? undefined,
      cleared: cleared === 1,
      isLate: late === 1,
    },
  };
}
