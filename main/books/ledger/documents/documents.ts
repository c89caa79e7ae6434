import { fail } from '../../../../shared/failure.ts';
import { qrOf } from '../../../document/stamp/qr-of.ts';
import type { Database } from '../database/database.ts';
import { createCounterAt } from '../times/counter-at.ts';
import { lateSql } from '../times/deadline-sql.ts';
import { bodiesOf, type Packed } from './bodies.ts';
import { createCounterOf } from './counter-of.ts';
import type { LedgerEntry, StoredDocument } from './entry.ts';
import { createEntryBySaleId, createEntryOf, type EntryRow, entrySelect } from './entry-row.ts';
import { createReissues, type Reissues } from './reissues.ts';
import { createRecentRemarks } from './remarks.ts';
import { createTimeline } from './timeline.ts';

/** A range of counters, both ends included. */
export interface CounterRange {
  readonly first: number;
  readonly last: number;
}

export type Documents = ReturnType<typeof createDocuments>;

interface StoredRow
  extends Omit<StoredDocument, 'xml' | 'clearedXml' | 'trueAt' | 'breakdown' | 'selfBilled' | 'buyerName'> {
  breakdown: string;
  selfBilled: 0 | 1;
  buyerName: string | null;
  xml: Packed | null;
  clearedXml: Packed | null;
  clearedBase: number | null;
  trueAt: number | null;
}

/** The number of documents read at once when reading all: a few hundred kilobytes. */
const batch = 20;
const entriesAtOnce = 10;

export function createDocuments(database: Database) {
  const selectNumber = database
    .prepare<[number], string>('SELECT number FROM document WHERE icv = ?')
    .pluck();
  const selectByUuid = database.prepare<[string], EntryRow>(`${entrySelect} WHERE d.uuid = ?`);
  const bySaleId = createEntryBySaleId(database);
  const counterOf = createCounterOf(database);
  const selectByCounter = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);
  const selectCorrections = database.prepare<[string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM reference WHERE number = ?) ORDER BY d.icv`,
  );
  const selectDeductions = database.prepare<[string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM deduction WHERE number = ?) ORDER BY d.icv`,
  );
  const selectNumbers = (table: 'reference' | 'deduction') =>
    database.prepare<[], string>(`SELECT DISTINCT number FROM ${table} ORDER BY number`).pluck();
  const [selectCorrected, selectDeducted] = [selectNumbers('reference'), selectNumbers('deduction')];
  const countCleared = database
    .prepare<[number, number], number>('SELECT count(*) FROM cleared_document WHERE icv BETWEEN ? AND ?')
    .pluck();
  // If a time is corrected again, it always becomes earlier.
  const correctedIn = database
    .prepare<[number, number], string>(
      "SELECT count(*) || ' ' || coalesce(sum(meant_at), 0) FROM wrong_time WHERE icv BETWEEN ? AND ?",
    )
    .pluck();
  const counterAt = createCounterAt(database);
  const reissues = createReissues(database);
  const timeline = createTimeline(database);
  const entryOf = createEntryOf(database);
  const found = (row: EntryRow | undefined) => row && entryOf(row);

  return {
    get: (uuid: string) => found(selectByUuid.get(uuid)),
    /** Returns the document of a sale. @param saleId in any case */
    getBySaleId: (saleId: string) => found(bySaleId(saleId)),
    getByNumber: (number: string) => {
      const icv = counterOf(number);
      return icv === undefined ? undefined : found(selectByCounter.get(icv));
    },
    /** Finds a document by the two facts that its QR carries: hash (Base64) and time (milliseconds, whole seconds). */
    getByHash: createGetByHash(database, counterAt, found),
    numberAt: (icv: number) => selectNumber.get(icv),
    /**
     * Returns the counter of the first document issued at this time (milliseconds since 1970) or later; one more than the
     * last if there is none.
     */
    counterAt: (time: number) => counterAt(time),
    lastOfPeople: createLastOfPeople(database, counterAt, found),
    /** Returns the notes that correct the document of this number, oldest first. */
    correctionsOf: (number: string) => selectCorrections.all(number).map(entryOf),
    /**
     * Returns the numbers of corrected documents, as notes spell them, that satisfy the condition; all of them are read.
     */
    correctedLike: (passes: (number: string) => boolean) => selectCorrected.all().filter(passes),
    /**
     * Returns the numbers of deducted prepayment invoices, as final invoices spell them, that satisfy the condition; all
     * of them are read.
     */
    deductedLike: (passes: (number: string) => boolean) => selectDeducted.all().filter(passes),
    /** Returns the final invoices that deduct the prepayment invoice of this number, oldest first. */
    deductionsOf: (number: string) => selectDeductions.all(number).map(entryOf),
    replacedBy: (uuid: string) => found(reissues.replacedBy(uuid)),
    replaces: (uuid: string) => found(reissues.replaces(uuid)),
    ...createTroubles(database, reissues, timeline),
    ...createTexts(database),
    /** Returns the number of documents in a range that have the authority's own copy. */
    clearedIn: ({ first, last }: CounterRange) => countCleared.get(first, last) ?? 0,
    /** Returns a text that changes with every correction of times in a range. */
    correctedIn: ({ first, last }: CounterRange) => correctedIn.get(first, last) ?? '',
    /** Reads documents by counter, all or those of `range`. Other connections may write meanwhile. */
    inOrder: createInOrder(database),
    /** Reads documents by counter without their XML, some at a time. Other connections may write meanwhile. */
    entries: createEntries(database),
    /** Returns the events of a document, oldest first, from `issued` on; empty for an unknown document. */
    timeline: timeline.read,
    messages: timeline.messages,
    answers: timeline.answers,
  };
}

/**
 * Returns a function that returns the last document that a person issued at this time (milliseconds since 1970) or
 * later; programs' documents are passed over.
 */
function createLastOfPeople(
  database: Database,
  counterAt: (time: number) => number,
  found: (row: EntryRow | undefined) => LedgerEntry | undefined,
) {
  const select = database.prepare<[number], EntryRow>(
    `${entrySelect} WHERE d.icv >= ? AND d.by_kind = 'person' ORDER BY d.icv DESC LIMIT 1`,
  );
  return (since: number) => found(select.get(counterAt(since)));
}

/** The texts of one document by its UUID. All throw FailureError `document-damaged`. */
function createTexts(database: Database) {
  const bodies = bodiesOf(database);
  const select = database.prepare<[string], number>('SELECT icv FROM document WHERE uuid = ?').pluck();
  const textOf = (read: (icv: number) => Buffer | undefined) => (uuid: string) => {
    const icv = select.get(uuid);
    return icv === undefined ? undefined : read(icv);
  };
  const [issuedXml, clearedXml] = [textOf(bodies.xml), textOf(bodies.clearedXml)];
  return {
    /** Returns the document as it was issued and sent. */
    issuedXml,
    /** Returns the authority's own copy. */
    clearedXml,
    /** Returns the QR that a customer gets, Base64: that of the authority's copy, or that of the document as issued. */
    qr: (uuid: string): string => {
      const issued = issuedXml(uuid) ?? fail('not-found', { detail: { uuid } });
      const cleared = clearedXml(uuid);
      return (cleared && qrOf(cleared)) ?? qrOf(issued) ?? '';
    },
  };
}

function createGetByHash(
  database: Database,
  counterAt: (time: number) => number,
  found: (row: EntryRow | undefined) => LedgerEntry | undefined,
): (hash: string, issuedAt: number) => LedgerEntry | undefined {
  const select = database.prepare<[number, number, string], EntryRow>(
    `${entrySelect} WHERE d.icv >= ? AND d.issued_at = ? AND d.hash = ? LIMIT 1`,
  );
  // The counter does not follow the time of a document with a wrong clock.
  const selectWrongTime = database.prepare<[number, string], EntryRow>(
    `${entrySelect} WHERE d.icv IN (SELECT icv FROM wrong_time) AND d.issued_at = ? AND d.hash = ? LIMIT 1`,
  );
  return (hash, issuedAt) =>
    found(select.get(counterAt(issuedAt), issuedAt, hash) ?? selectWrongTime.get(issuedAt, hash));
}

/** Reads in batches, because an open statement would keep this connection from writing. */
function createInOrder(database: Database): (range?: CounterRange) => IterableIterator<StoredDocument> {
  const select = database.prepare<[number, number, number], StoredRow>(
    `SELECT d.icv, d.uuid, d.number, d.issued_at AS issuedAt, w.meant_at AS trueAt, d.hash, d.previous_hash AS previousHash,
       y.xml, c.xml AS clearedXml, c.base AS clearedBase, d.kind, d.customer, d.mode, d.currency, d.buyer_name AS buyerName,
       d.self_billed AS selfBilled, d.payable, d.tax_exclusive AS taxExclusive, d.tax_inclusive AS taxInclusive, d.vat,
       d.vat_in_sar AS vatInSar, d.rounding, d.prepaid, d.breakdown, d.by_name AS "by", d.shift
     FROM document AS d LEFT JOIN body AS y USING (icv) LEFT JOIN cleared_document AS c USING (icv)
       LEFT JOIN wrong_time AS w USING (icv)
     WHERE d.icv BETWEEN ? AND ? ORDER BY d.icv LIMIT ?`,
  );
  const { xmlOf, clearedXmlOf } = bodiesOf(database);
  return function* ({ first, last } = { first: 1, last: Number.MAX_SAFE_INTEGER }) {
    let next = first;
    for (;;) {
      const rows = select.all(next, last, batch);
      for (const { xml, clearedXml, clearedBase, trueAt, breakdown, selfBilled, buyerName, ...row } of rows) {
        next = row.icv + 1;
        yield {
          ...row,
          breakdown: JSON.parse(breakdown),
          selfBilled: selfBilled === 1,
          buyerName: buyerName ?? undefined,
          xml: () => xmlOf(row.icv, xml),
          ...(clearedXml !== null && { clearedXml: () => clearedXmlOf(row.icv, clearedXml, clearedBase) }),
          ...(trueAt !== null && { trueAt }),
        };
      }
      if (rows.length < batch) return;
    }
  };
}

function createEntries(database: Database): (range: CounterRange) => IterableIterator<LedgerEntry[]> {
  const select = database.prepare<[number, number, number], EntryRow>(
    `${entrySelect} WHERE d.icv BETWEEN ? AND ? ORDER BY d.icv LIMIT ?`,
  );
  const entryOf = createEntryOf(database);
  return function* ({ first, last }) {
    for (let next = first; next <= last; ) {
      const from = next;
      const rows = select.all(from, last, entriesAtOnce);
      if (rows.length === 0) return;
      next = (rows.at(-1)?.icv ?? last) + 1;
      yield rows.map(entryOf);
    }
  };
}

function createTroubles(
  database: Database,
  { uncorrected, origin }: Reissues,
  { messages }: ReturnType<typeof createTimeline>,
) {
  const countLate = database
    .prepare<[number], number>(
      `SELECT count(*) FROM submission AS s INDEXED BY submission_late WHERE ${lateSql} AND s.accepted_at >= ?`,
    )
    .pluck();
  return {
    /** Returns the number of rejected documents that have not been issued again. */
    uncorrected,
    origin,
    remarks: createRecentRemarks(database, messages),
    /** Returns the number of documents that the authority took after their deadline, since this time. */
    lateSince: (at: number) => countLate.get(at) ?? 0,
  };
}
