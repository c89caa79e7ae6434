import BetterSqlite3 from 'better-sqlite3';
import { readBody } from '../../support/read-bodies.ts';

/**
 * A document and its submission, read with plain SQL, because the laboratory must not depend on the product's queries.
 */
export interface LedgerRow {
  readonly icv: number;
  readonly uuid: string;
  readonly number: string;
  readonly saleId: string | null;
  /** Document kind as in a sale: `invoice`, `creditNote` and so on. */
  readonly kind: string;
  /** The counter of the rejected document that this one replaces. */
  readonly replaces: number | null;
  readonly hash: string;
  readonly previousHash: string;
  /** The time of issue, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** The time of issue, or the intended time that a manager entered instead. */
  readonly orderedAt: number;
  /** The time when the document is due, in milliseconds since 1970; for reporting, the legal deadline. */
  readonly dueAt: number;
  readonly xml: Buffer;
  readonly state: string;
  readonly mode: string;
  readonly acceptedAt: number | null;
  /** 1 when the ledger keeps the authority's copy, otherwise 0. */
  readonly hasCleared: number;
}

/** A production or compliance pair as recorded in the ledger, unless it is destroyed. */
export interface CredentialRow {
  readonly stage: string;
  readonly csid: string;
  readonly certificate: string;
  readonly vaultKey: string;
  readonly keyName: string;
}

/** Opens a database read-only for one query. */
export function look<T>(file: string, at: (database: BetterSqlite3.Database) => T): T {
  const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    return at(database);
  } finally {
    database.close();
  }
}

export function readLedger(file: string): LedgerRow[] {
  return look(file, (database) => {
    return database
      .prepare<[], Omit<LedgerRow, 'xml'>>(
        `SELECT d.icv, d.uuid, d.number, d.sale_id AS saleId, d.kind, r.replaces, d.hash, d.previous_hash AS previousHash,
           d.issued_at AS issuedAt, coalesce(w.meant_at, d.issued_at) AS orderedAt,
           coalesce(s.report_by, s.due_at) AS dueAt, s.state, s.mode,
           s.accepted_at AS acceptedAt, c.icv IS NOT NULL AS hasCleared
         FROM document AS d LEFT JOIN submission AS s USING (icv) LEFT JOIN cleared_document AS c USING (icv)
           LEFT JOIN reissue AS r USING (icv) LEFT JOIN wrong_time AS w USING (icv)
         ORDER BY d.icv`,
      )
      .all()
      .map((row) => ({ ...row, xml: readBody(database, row.icv).xml }));
  });
}

export function readCredentials(file: string): CredentialRow[] {
  return look(file, (database) =>
    database
      .prepare<[], CredentialRow>(
        `SELECT stage, csid, certificate, vault_key AS vaultKey, key_name AS keyName FROM credential
         WHERE ended_at IS NULL AND (stage = 'production' OR replaced_at IS NULL)`,
      )
      .all(),
  );
}

/** Runs SQLite's full check on a file; returns nothing when it is sound. */
export function integrityOf(file: string): string[] {
  return look(file, (database) => {
    const findings = database.pragma('integrity_check') as { integrity_check: string }[];
    return findings.map((finding) => finding.integrity_check).filter((finding) => finding !== 'ok');
  });
}
