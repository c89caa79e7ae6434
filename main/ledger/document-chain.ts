import { fail } from '../../shared/failure.ts';
import { firstPreviousHash } from './chain.ts';
import { createCounterAt } from './counter-at.ts';
import { type Database, withFailures } from './database.ts';
import type { Head, LedgerEntry, Link, NewEntry, Sealed, StoredDocument } from './entry.ts';
import { type EntryRow, entryFromRow, entrySelect } from './entry-row.ts';
import { orderedTimeSql } from './ordered-time-sql.ts';
import { createReissues } from './reissues.ts';
import { isSameSale } from './sale-digest.ts';

/** The documents themselves: the one way in, and the ways to read them. */
export interface DocumentChain {
  /**
   * Seals and stores the next document: counter, previous hash, seal, row and submission in one transaction.
   * A sale whose id was used before for the same sale gives the document made then (`existed`); a correction has an id
   * of its own.
   * @throws FailureError `sale-differs`, `clock-back`, `not-found`, `not-rejected` or `already-reissued` (of `replaces`),
   *   `disk-full`, `database-busy`, or what `seal` throws
   */
  append(entry: NewEntry): { entry: LedgerEntry; existed: boolean };
  /**
   * Runs work in one transaction that no other process writes beside: what it reads is still true when it appends.
   * Whatever it throws undoes what it wrote.
   * @throws FailureError `database-busy`, `disk-full`, or what `work` throws
   */
  exclusively<T>(work: () => T): T;
  /**
   * The document that this very sale was issued as before, with whatever would stand in the way of it today.
   * @throws FailureError `sale-differs` when its id was used for another sale
   */
  issuedBefore(sale: Pick<NewEntry, 'saleId' | 'saleDigest' | 'replaces'>): LedgerEntry | undefined;
  head(): Head | undefined;
  /** What the next document is chained to, as long as nobody issues one before it. */
  nextLink(): Link;
  /** The hash of the document with this counter, Base64. */
  hashAt(icv: number): string | undefined;
  get(uuid: string): LedgerEntry | undefined;
  getBySaleId(saleId: string): LedgerEntry | undefined;
  getByNumber(number: string): LedgerEntry | undefined;
  /** The number of the document with this counter. */
  numberAt(icv: number): string | undefined;
  /** By the two facts that a QR has of its document: its hash (Base64) and its time (milliseconds, whole seconds). */
  getByHash(hash: string, issuedAt: number): LedgerEntry | undefined;
  /** The notes that correct the document of this number, oldest first. */
  correctionsOf(number: string): LedgerEntry[];
  /** The final invoices that deduct the prepayment invoice of this number, oldest first. */
  deductionsOf(number: string): LedgerEntry[];
  /** The document that was issued anew for this rejected one. */
  replacedBy(uuid: string): LedgerEntry | undefined;
  /** The rejected document in whose place this one was issued. */
  replaces(uuid: string): LedgerEntry | undefined;
  /** The sealed bytes. */
  documentXml(uuid: string): Buffer | undefined;
  /** The authority's own copy. */
  clearedXml(uuid: string): Buffer | undefined;
  /** Documents in order of their counter, those of `range` where there is one; others may write meanwhile. */
  documents(range?: CounterRange): IterableIterator<StoredDocument>;
  /**
   * The counter of the first document issued at this time (milliseconds since 1970) or later; one past the last where
   * there is none.
   */
  counterAt(time: number): number;
}

/** Counters, both included. */
export interface CounterRange {
  readonly first: number;
  readonly last: number;
}

/** How many documents are read at once when all are: some hundred kilobytes. */
const batch = 20;

export function createDocumentChain(database: Database): DocumentChain {
  const selectOrderedTime = database
    .prepare<[number], number>(
      `SELECT ${orderedTimeSql} FROM document AS d LEFT JOIN wrong_time AS w USING (icv) WHERE d.icv = ?`,
    )
    .pluck();
  const selectHead = database.prepare<[], Head>(
    'SELECT icv, uuid, number, hash, issued_at AS issuedAt FROM document ORDER BY icv DESC LIMIT 1',
  );
  const selectHash = database.prepare<[number], string>('SELECT hash FROM document WHERE icv = ?').pluck();
  const selectNumber = database
    .prepare<[number], string>('SELECT number FROM document WHERE icv = ?')
    .pluck();
  const selectByUuid = database.prepare<[string], EntryRow>(`${entrySelect} WHERE d.uuid = ?`);
  // Ids are in lower case; earlier versions kept them as the till sent them, in any mixture of capitals.
  const selectBySaleId = database.prepare<{ id: string }, EntryRow>(
    `${entrySelect} WHERE d.icv IN (
       SELECT icv FROM document WHERE sale_id = @id
       UNION SELECT icv FROM document WHERE sale_id <> lower(sale_id) AND lower(sale_id) = @id)
     ORDER BY d.sale_id = @id DESC, d.icv LIMIT 1`,
  );
  const selectByNumber = database.prepare<[string], EntryRow>(`${entrySelect} WHERE d.number = ?`);
  const selectByHash = database.prepare<[number, number, string], EntryRow>(
    `${entrySelect} WHERE d.icv >= ? AND d.issued_at = ? AND d.hash = ? LIMIT 1`,
  );
  const selectWrongByHash = database.prepare<[number, string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM wrong_time) AND d.issued_at = ? AND d.hash = ? LIMIT 1`,
  );
  const counterAt = createCounterAt(database);
  const reissues = createReissues(database);
  const selectCorrections = database.prepare<[string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM reference WHERE number = ?) ORDER BY d.icv`,
  );
  const selectDeductions = database.prepare<[string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM deduction WHERE number = ?) ORDER BY d.icv`,
  );
  const selectXml = database.prepare<[string], Buffer>('SELECT xml FROM document WHERE uuid = ?').pluck();
  const selectCleared = database
    .prepare<[string], Buffer>(
      'SELECT c.xml FROM cleared_document AS c JOIN document AS d USING (icv) WHERE d.uuid = ?',
    )
    .pluck();
  const selectBatch = database.prepare<[number, number, number], StoredRow>(
    `SELECT d.icv, d.uuid, d.number, d.issued_at AS issuedAt, d.hash, d.previous_hash AS previousHash, d.xml,
       c.xml AS clearedXml
     FROM document AS d LEFT JOIN cleared_document AS c USING (icv) WHERE d.icv BETWEEN ? AND ? ORDER BY d.icv LIMIT ?`,
  );
  const insertDocument = database.prepare(
    `INSERT INTO document (icv, issued_at, hash, previous_hash, uuid, number, sale_id, sale_digest, kind, customer,
       mode, currency, payable, tax_exclusive, vat, rounding, buyer_name, qr, sale, xml)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSubmission = database.prepare(
    `INSERT INTO submission (icv, state, mode, due_at, next_at, attempts, warnings)
     VALUES (?, 'waiting', ?, ?, ?, 0, 0)`,
  );

  const insertReference = database.prepare('INSERT INTO reference (icv, number) VALUES (?, ?)');
  const insertDeduction = database.prepare('INSERT INTO deduction (icv, number) VALUES (?, ?)');

  const issuedBefore: DocumentChain['issuedBefore'] = ({ saleId, saleDigest, replaces }) => {
    const earlier = saleId === undefined ? undefined : selectBySaleId.get({ id: saleId });
    if (earlier === undefined) return undefined;
    // The rejected document itself, or what stands for another one, is no answer to a correction of this one.
    const isAnswer = replaces === undefined || reissues.replaces(earlier.uuid)?.uuid === replaces;
    if (!isSameSale(earlier, saleDigest) || !isAnswer)
      fail('sale-differs', { detail: { saleId: earlier.saleId ?? '' } });
    return entryFromRow(earlier);
  };

  function nextLink(): Link {
    const head = selectHead.get();
    return {
      icv: (head?.icv ?? 0) + 1,
      previousHash: head?.hash ?? firstPreviousHash,
      previousIssuedAt: head && selectOrderedTime.get(head.icv),
    };
  }

  const append = database.transaction(
    (entry: NewEntry, saleText: string): { entry: LedgerEntry; existed: boolean } => {
      const before = issuedBefore(entry);
      if (before !== undefined) return { entry: before, existed: true };
      const replaced = entry.replaces === undefined ? undefined : reissues.replaceable(entry.replaces);
      const link = nextLink();
      const sealed = entry.seal(link);
      const { previousIssuedAt: last = sealed.issuedAt } = link;
      if (sealed.issuedAt < last) fail('clock-back', { detail: { now: sealed.issuedAt, last } });
      insertDocument.run(
        link.icv,
        sealed.issuedAt,
        sealed.hash,
        link.previousHash,
        sealed.uuid,
        sealed.number,
        entry.saleId,
        entry.saleDigest,
        entry.kind,
        entry.customer,
        entry.mode,
        entry.currency,
        entry.payable,
        entry.taxExclusive,
        entry.vat,
        entry.rounding,
        entry.buyerName,
        sealed.qr,
        saleText,
        sealed.xml,
      );
      insertSubmission.run(link.icv, entry.mode, sealed.dueAt, sealed.issuedAt);
      for (const number of new Set(entry.corrects)) insertReference.run(link.icv, number);
      for (const number of new Set(entry.deducts)) insertDeduction.run(link.icv, number);
      if (replaced !== undefined) reissues.link(link.icv, replaced);
      return { entry: issued(entry, link, sealed), existed: false };
    },
  );

  const found = (row: EntryRow | undefined) => row && entryFromRow(row);

  return {
    append(entry) {
      const saleText = JSON.stringify(entry.sale); // before the transaction, which others wait for
      return withFailures(() => append.immediate(entry, saleText));
    },
    exclusively: (work) => withFailures(() => database.transaction(work).immediate()),
    issuedBefore: (sale) => withFailures(() => issuedBefore(sale)),
    head: () => withFailures(() => selectHead.get()),
    nextLink: () => withFailures(nextLink),
    hashAt: (icv) => withFailures(() => selectHash.get(icv)),
    get: (uuid) => withFailures(() => found(selectByUuid.get(uuid))),
    getBySaleId: (saleId) => withFailures(() => found(selectBySaleId.get({ id: saleId }))),
    getByNumber: (number) => withFailures(() => found(selectByNumber.get(number))),
    getByHash: (hash, issuedAt) =>
      withFailures(() =>
        found(selectByHash.get(counterAt(issuedAt), issuedAt, hash) ?? selectWrongByHash.get(issuedAt, hash)),
      ),
    numberAt: (icv) => withFailures(() => selectNumber.get(icv)),
    correctionsOf: (number) => withFailures(() => selectCorrections.all(number).map(entryFromRow)),
    deductionsOf: (number) => withFailures(() => selectDeductions.all(number).map(entryFromRow)),
    replacedBy: (uuid) => withFailures(() => found(reissues.replacedBy(uuid))),
    replaces: (uuid) => withFailures(() => found(reissues.replaces(uuid))),
    documentXml: (uuid) => withFailures(() => selectXml.get(uuid)),
    clearedXml: (uuid) => withFailures(() => selectCleared.get(uuid)),
    counterAt: (time) => withFailures(() => counterAt(time)),
    *documents({ first, last }: CounterRange = { first: 1, last: Number.MAX_SAFE_INTEGER }) {
      // In batches: a statement left open would keep this connection from writing while the reader is at work.
      let next = first;
      for (;;) {
        const rows = withFailures(() => selectBatch.all(next, last, batch));
        for (const { clearedXml, ...row } of rows) {
          next = row.icv + 1;
          yield clearedXml === null ? row : { ...row, clearedXml };
        }
        if (rows.length < batch) return;
      }
    },
  };
}

interface StoredRow extends Omit<StoredDocument, 'clearedXml'> {
  clearedXml: Buffer | null;
}

function issued(
  { seal: _seal, corrects: _corrects, deducts: _deducts, replaces: _replaces, ...facts }: NewEntry,
  { icv, previousHash }: { icv: number; previousHash: string },
  { uuid, number, issuedAt, dueAt, hash, qr }: Sealed,
): LedgerEntry {
  return {
    ...facts,
    icv,
    uuid,
    number,
    issuedAt,
    hash,
    previousHash,
    qr,
    submission: { state: 'waiting', mode: facts.mode, dueAt, attempts: 0, warnings: 0, cleared: false },
  };
}
