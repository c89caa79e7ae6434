import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SubmissionMode } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { deadlineSql } from '../times/deadline-sql.ts';
import type { LedgerEntry, SubmissionStatus } from './entry.ts';

/** The columns that may be NULL where an entry has an absent field. */
type Nullable = 'saleId' | 'trueAt' | 'buyerName' | 'reissuedAs';

/** A document with its submission, as a row of `entrySelect`. */
export type EntryRow = Omit<LedgerEntry, Nullable | 'sale' | 'by' | 'submission'> &
  Pick<SubmissionStatus, 'state' | 'dueAt' | 'attempts' | 'warnings'> & {
    readonly saleId: string | null;
    readonly trueAt: number | null;
    readonly buyerName: string | null;
    readonly reissuedAs: string | null;
    readonly sale: string;
    readonly modeNow: SubmissionMode;
    readonly status: string | null;
    readonly outcome: string | null;
    readonly acceptedAt: number | null;
    readonly cleared: 0 | 1;
    readonly clearedQr: string | null;
    readonly issuer: string | null;
  };

/** The number of the document that replaced `d`; it is looked up only if `d` was rejected. */
export const reissuedAsSql = `CASE s.state WHEN 'rejected' THEN
  (SELECT n.number FROM reissue AS r JOIN document AS n ON n.icv = r.icv WHERE r.replaces = d.icv) END`;

export const entrySelect = `
  SELECT d.icv, d.uuid, d.number, d.sale_id AS saleId, d.sale_digest AS saleDigest, d.kind, d.customer, d.mode,
    d.issued_at AS issuedAt, w.meant_at AS trueAt, d.currency, d.buyer_name AS buyerName, d.payable, d.tax_exclusive AS taxExclusive, d.vat,
    d.rounding, d.hash, d.previous_hash AS previousHash, d.qr, d.sale,
    s.state, s.mode AS modeNow, ${deadlineSql} AS dueAt, s.attempts, s.warnings, s.status, s.outcome,
    s.accepted_at AS acceptedAt, c.icv IS NOT NULL AS cleared, c.qr AS clearedQr, i.actor AS issuer, ${reissuedAsSql} AS reissuedAs
  FROM document AS d JOIN submission AS s USING (icv) LEFT JOIN cleared_document AS c USING (icv)
    LEFT JOIN issued_by AS i USING (icv) LEFT JOIN wrong_time AS w USING (icv)`;

/** Finds a document by its sale's id, in any case. */
export function createEntryBySaleId(database: Database): (saleId: string) => EntryRow | undefined {
  // Ids are stored in lower case, but earlier versions stored them as the till sent them. For a new sale, which has no
  // document, this costs two index lookups instead of a join of three tables.
  const asStored = database.prepare<[string], number>('SELECT icv FROM document WHERE sale_id = ?').pluck();
  const inCapitals = database
    .prepare<[string], number>(
      `SELECT icv FROM document WHERE sale_id <> lower(sale_id) AND lower(sale_id) = ? ORDER BY icv LIMIT 1`,
    )
    .pluck();
  const select = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);
  return (saleId) => {
    const icv = asStored.get(saleId) ?? inCapitals.get(saleId);
    return icv === undefined ? undefined : select.get(icv);
  };
}

/** Reads the sale of a row; rows are written by this program alone, so it is not checked again. */
export const saleFromText = (text: string): Sale => JSON.parse(text);

export function entryFromRow({
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
  clearedQr,
  issuer,
  ...facts
}: EntryRow): LedgerEntry {
  return {
    ...facts,
    saleId: facts.saleId ?? undefined,
    sale: saleFromText(sale),
    trueAt: facts.trueAt ?? undefined,
    buyerName: facts.buyerName ?? undefined,
    by: issuer ?? undefined,
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
      clearedQr: clearedQr ?? undefined,
    },
  };
}
