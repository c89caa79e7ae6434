import { fail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import { qrOf } from '../../../document/stamp/qr-of.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { firstPreviousHash } from '../database/first-previous-hash.ts';
import { bodiesOf } from '../documents/bodies.ts';
import { damaged } from '../documents/damage.ts';
import type { Head, IssuedEntry, Link, LinkedDocument, NewEntry } from '../documents/entry.ts';
import { createEntryBySaleId, createEntryOf } from '../documents/entry-row.ts';
import { createReissues, type Reissues } from '../documents/reissues.ts';
import { saleDigest } from '../documents/sale-digest.ts';
import { orderedTimeSql } from '../times/ordered-time-sql.ts';
import { createInsertEntry } from './insert-entry.ts';

/** The chain of issued documents and the only way to add to it. */
export type DocumentChain = ReturnType<typeof createDocumentChain>;

/**
 * Creates the chain. @param refuseNewer refuses a ledger whose schema this program does not know, within each
 * transaction that issues
 */
export function createDocumentChain(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  refuseNewer: () => void,
) {
  const selectHead = database.prepare<[], Head>(
    'SELECT icv, uuid, number, hash, issued_at AS issuedAt FROM document ORDER BY icv DESC LIMIT 1',
  );
  const selectHash = database.prepare<[number], string>('SELECT hash FROM document WHERE icv = ?').pluck();
  const selectLink = database.prepare<[], Required<Link>>(
    `SELECT d.icv + 1 AS icv, d.hash AS previousHash, ${orderedTimeSql} AS previousIssuedAt
     FROM document AS d LEFT JOIN wrong_time AS w USING (icv) ORDER BY d.icv DESC LIMIT 1`,
  );
  const reissues = createReissues(database);
  const issuedBefore = createIssuedBefore(database, reissues);
  const insertEntry = createInsertEntry(database, audit, reissues);

  const nextLink = (): Link => selectLink.get() ?? { icv: 1, previousHash: firstPreviousHash };

  const append = database.transaction(
    (entry: NewEntry, saleText: string): { entry: IssuedEntry; existed: boolean } => {
      refuseNewer();
      const { saleId, saleDigest: digest } = entry.facts;
      const { replaces, documentFor } = entry.instructions;
      const before = issuedBefore(saleId, () => digest, replaces);
      if (before !== undefined) return { entry: before, existed: true };
      const replaced = replaces === undefined ? undefined : reissues.replaceable(replaces);
      const link = nextLink();
      const document = documentFor(link);
      const { previousIssuedAt: last = document.issuedAt } = link;
      if (document.issuedAt < last) fail('clock-back', { detail: { now: document.issuedAt, last } });
      insertEntry({ ...entry, saleText, link, document, replaced });
      return { entry: issued(entry, link, document), existed: false };
    },
  );

  return {
    /**
     * Stamps and stores the next document: counter, previous hash, stamp, row and submission in one transaction. A sale
     * whose id was used before for the same sale returns the existing document (`existed`); a correction has its own id.
     * @throws FailureError `ledger-newer`, `sale-differs`, `clock-back`, `not-found`, `not-rejected` or
     * `already-reissued` (of `replaces`), `disk-full`, `database-busy`, or an error of `documentFor`
     */
    append(entry: NewEntry) {
      const saleText = JSON.stringify(entry.facts.sale); // This happens before the transaction, which blocks other processes.
      return append.immediate(entry, saleText);
    },
    /**
     * Runs work in one transaction during which no other process writes: what it has read is still true when it appends.
     * An error that it throws undoes its writes.
     * @throws FailureError `ledger-newer`, `database-busy`, `disk-full`, or an error of `work`
     */
    exclusively: <T>(work: () => T): T =>
      database
        .transaction(() => {
          refuseNewer();
          return work();
        })
        .immediate(),
    /**
     * Returns the document already issued for this sale, even if the sale could not be issued today.
     * @throws FailureError `sale-differs` when its id was used for another sale
     */
    issuedBefore: (sale: Sale, replaces: string | undefined) =>
      issuedBefore(sale.saleId, (payable) => saleDigest(sale, payable), replaces),
    head: () => selectHead.get(),
    /** Returns the link for the next document, valid until another one is issued. */
    nextLink: () => nextLink(),
    /** Returns the hash of the document with this counter, Base64. */
    hashAt: (icv: number) => selectHash.get(icv),
  };
}

function createIssuedBefore(database: Database, reissues: Reissues) {
  const bySaleId = createEntryBySaleId(database);
  const entryOf = createEntryOf(database);
  const bodies = bodiesOf(database);
  return (
    saleId: string | undefined,
    digestBy: (payable: Halalas) => string,
    replaces: string | undefined,
  ): IssuedEntry | undefined => {
    const earlier = saleId === undefined ? undefined : bySaleId(saleId);
    if (earlier === undefined) return undefined;
    // The answer to a correction must be the document that replaces this one, not the rejected document itself or
    // another's replacement.
    const isAnswer = replaces === undefined || reissues.replaces(earlier.uuid)?.uuid === replaces;
    if (earlier.saleDigest !== digestBy(earlier.payable) || !isAnswer)
      fail('sale-differs', { detail: { saleId: earlier.saleId ?? '' } });
    const xml = bodies.xml(earlier.icv) ?? damaged(earlier.icv);
    return { ...entryOf(earlier), qr: qrOf(xml) ?? '' };
  };
}

function issued(
  { facts, instructions }: NewEntry,
  { icv, previousHash }: { icv: number; previousHash: string },
  { uuid, number, issuedAt, dueAt, hash, qr }: LinkedDocument,
): IssuedEntry {
  return {
    ...facts,
    by: instructions.by.name,
    icv,
    uuid,
    number,
    issuedAt,
    hash,
    previousHash,
    qr,
    submission: {
      state: 'waiting',
      mode: facts.mode,
      dueAt,
      attempts: 0,
      warnings: 0,
      isLate: false,
      cleared: false,
    },
  };
}
