import { isDeepStrictEqual } from 'node:util';
import type { Halalas } from '../../../../shared/values/money.ts';
import { riyadhDateTime, riyadhInstant } from '../../../base/platform/riyadh-time.ts';
import type { Database } from '../database/database.ts';
import { createShiftDocuments, type ShiftDocument } from '../shifts/shift-documents.ts';
import { createCounterAt } from '../times/counter-at.ts';
import { createLastCorrected } from '../times/last-corrected.ts';

/**
 * The takings of each day, kept ready for reports. They are added up after documents were issued, so that no customer
 * waits, and can be computed again at any time.
 */
export type Takings = ReturnType<typeof createTakings>;

/**
 * The dimensions of the sums. `hourKind` (`09 invoice`), `received`, `paidBack`, `vat`, `vatBack`, `articleBack` and
 * `personBack` have the amounts of the documents; in the others, refunds to a customer are negative. All except
 * `currency` cover only documents in riyals. The exceptions are the dimensions for a VAT return, which convert other
 * currencies: `vatSale`, `vatNote` and `vatSelfBilled` (`Z 0.00 VATEX-SA-35`). A person is stored with the kind
 * (`program Shop`). `articleMonth` has the first day of a month as its day: a quarter has few months and many days.
 */
export type Dimension =
  | 'hour'
  | 'hourKind'
  | 'person'
  | 'received'
  | 'paidBack'
  | 'vat'
  | 'vatBack'
  | 'article'
  | 'articleMonth'
  | 'articleBack'
  | 'personBack'
  | 'currency'
  | 'vatSale'
  | 'vatNote'
  | 'vatSelfBilled';

/** Days in Riyadh, `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface TakingsSum {
  readonly key: string;
  readonly label: string | null;
  readonly count: number;
  readonly amount: Halalas;
  readonly net: Halalas;
  readonly vat: Halalas;
  readonly discount: Halalas;
  /** The quantity in millionths of the unit. */
  readonly quantity: number;
}

type BestColumn = 'key' | 'label' | 'amount' | 'quantity';

export interface TakingsRow extends TakingsSum {
  readonly dimension: Dimension;
  readonly day: string;
}

export type AddUp = (document: ShiftDocument) => readonly TakingsRow[];

type DocumentsAfter = (after: number, until: number) => ShiftDocument[];

const sums = 'count, amount, net, vat, discount, quantity';
const summed = sums
  .split(', ')
  .map((name) => `sum(${name}) AS ${name}`)
  .join(', ');
/** The number of documents that are held in memory at once. */
const atOnce = 500;
/** The number of the layout, which changes with the kinds of sums; a ledger with another is added up again. */
const layout = 1;

/** The stored sums, and the last document in them. Its methods run within the caller's transactions. */
function createKeptSums(database: Database, refuseNewer: () => void, documentsAfter: DocumentsAfter) {
  const until = database
    .prepare<[], number>(
      `SELECT CASE layout WHEN ${layout} THEN icv ELSE 0 END FROM learned WHERE what = 'takings'`,
    )
    .pluck();
  const hasOwnLayout = database
    .prepare<[], 0 | 1>(`SELECT layout = ${layout} FROM learned WHERE what = 'takings'`)
    .pluck();
  const setLayout = database.prepare(`UPDATE learned SET layout = ${layout}, icv = 0 WHERE what = 'takings'`);
  const setUntil = database.prepare<[number]>(`UPDATE learned SET icv = ? WHERE what = 'takings'`);
  const add = database.prepare<[TakingsRow]>(
    `INSERT INTO takings (dimension, day, key, label, ${sums})
     VALUES (:dimension, :day, :key, :label, :count, :amount, :net, :vat, :discount, :quantity)
     ON CONFLICT (dimension, day, key) DO UPDATE SET label = :label, count = count + :count,
       amount = amount + :amount, net = net + :net, vat = vat + :vat, discount = discount + :discount,
       quantity = quantity + :quantity`,
  );
  const all = database.prepare<[], TakingsRow>(
    `SELECT dimension, day, key, label, ${sums} FROM takings ORDER BY dimension, day, key`,
  );
  const clear = database.prepare('DELETE FROM takings');

  /** Discards sums of another layout, but not those of a newer program. */
  function discardOtherLayout(): void {
    refuseNewer();
    if (hasOwnLayout.get() === 1) return;
    clear.run();
    setLayout.run();
  }

  return {
    rows: () => all.all(),
    until: () => until.get() ?? 0,
    hasOwnLayout: () => hasOwnLayout.get() === 1,
    discardOtherLayout,
    addNext(limit: number, addUp: AddUp): number {
      discardOtherLayout();
      const from = until.get() ?? 0;
      const documents = documentsAfter(from, from + limit);
      for (const row of documents.flatMap(addUp)) add.run(row);
      const last = documents.at(-1);
      if (last !== undefined) setUntil.run(last.entry.icv);
      return documents.length;
    },
    replace(rows: Iterable<TakingsRow>): void {
      clear.run();
      for (const row of rows) add.run(row);
    },
  };
}

/**
 * Creates the takings. @param refuseNewer refuses a ledger whose schema this program does not know, before documents
 * are read into it
 */
export function createTakings(database: Database, refuseNewer: () => void) {
  const documentsAfter = createShiftDocuments(database, 'd.icv > ? AND d.icv <= ?');
  const kept = createKeptSums(database, refuseNewer, documentsAfter);
  const newest = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const { read, bestArticles, kindsUntil, issuers, byDay } = prepareReads(database);
  const lastCorrected = createLastCorrected(database);
  const addInTransaction = database.transaction(kept.addNext);

  /** The comparison is made at one moment, because another program may correct times meanwhile, and so discard sums. */
  const countDiffering = database.transaction((addUp: AddUp): number => {
    // Sums of another layout are added up again before they are used.
    if (!kept.hasOwnLayout()) return 0;
    const fresh = createRecount(documentsAfter, addUp);
    fresh.addTo(kept.until());
    return differing(kept.rows(), fresh).length;
  });

  /**
   * Replaces the sums with new sums of all documents up to the last one added; returns the rows that change.
   * @param corrected the last document with a corrected time when the new sums were begun. If it is another one by now,
   * days have changed, so nothing is replaced and the result is undefined
   */
  const replace = database.transaction((fresh: Recount, addUp: AddUp, corrected: string) => {
    if (lastCorrected() !== corrected) return undefined;
    kept.discardOtherLayout();
    while (kept.until() < fresh.until) kept.addNext(fresh.until - kept.until(), addUp);
    fresh.addTo(kept.until());
    const other = differing(kept.rows(), fresh);
    if (other.length > 0) kept.replace(fresh.rows.values());
    return other;
  });

  /** Adds up without blocking other processes, and starts again if times were corrected meanwhile. */
  function recount(addUp: AddUp): TakingsRow[] {
    for (;;) {
      const corrected = lastCorrected();
      const fresh = createRecount(documentsAfter, addUp);
      fresh.addTo(newest.get() ?? 0);
      const other = replace.immediate(fresh, addUp, corrected);
      if (other !== undefined) return other;
    }
  }

  const isBehind = () => (newest.get() ?? 0) > kept.until();

  return {
    /**
     * Adds up to `limit` new documents; for idle moments. Returns the number; if it is less than `limit`, all are added.
     * @param addUp returns the sums of one document, always the same for one document
     */
    learn: (limit: number, addUp: AddUp) =>
      database.readonly || !isBehind() ? 0 : addInTransaction.immediate(limit, addUp),
    /**
     * Discards the sums of the month of a time and of all later ones; `learn` adds them up again. Within the caller's
     * transaction.
     * @param time milliseconds since 1970
     */
    forget: createForget(database),
    isBehind,
    /** Returns the sums of a dimension by key, largest amount first. @param period days, both included */
    read: (dimension: Dimension, { from, to }: Period) => read.all(dimension, from, to),
    bestArticles: (period: Period) => bestArticles.all(daysOf(period)),
    /**
     * Returns the sums by kind of document.
     * @param before the hour of the last day, from 0 to 24, before which its documents count
     */
    kindsUntil: (period: Period, before: number) =>
      kindsUntil.all({ ...period, before: String(before).padStart(2, '0') }),
    /** Returns the keys of all persons and programs whose documents were added. */
    issuers: () => issuers.all(),
    byDay: (dimension: Dimension, { from, to }: Period) => byDay.all(dimension, from, to),
    /**
     * Adds up all documents again, and stores the result.
     * @returns the rows that differed from the documents
     */
    recount: (addUp: AddUp) => recount(addUp),
    /** Returns the number of sums that differ from their documents; changes nothing. */
    countDiffering: (addUp: AddUp) => countDiffering.deferred(addUp),
  };
}

/** Returns the rows that differ, are missing, or should not exist. */
function differing(rows: readonly TakingsRow[], fresh: Recount): TakingsRow[] {
  const kept = new Map(rows.map((row) => [keyOf(row), row]));
  const other = [...fresh.rows].filter(([key, row]) => !isDeepStrictEqual({ ...kept.get(key) }, row));
  const gone = [...kept].filter(([key]) => !fresh.rows.has(key));
  return [...other, ...gone].map(([, row]) => row);
}

function createForget(database: Database): (time: number) => void {
  const counterAt = createCounterAt(database);
  const dropFrom = database.prepare<[string]>('DELETE FROM takings WHERE day >= ?');
  const setUntilAtMost = database.prepare<[number]>(
    `UPDATE learned SET icv = min(icv, ?) WHERE what = 'takings'`,
  );
  // No document before the month adds to its sums, and no document of the month adds to earlier sums.
  return (time) => {
    const month = `${riyadhDateTime(time).date.slice(0, 8)}01`;
    dropFrom.run(month);
    setUntilAtMost.run(counterAt(riyadhInstant(`${month}T00:00:00`)) - 1);
  };
}

function prepareReads(database: Database) {
  const read = database.prepare<[Dimension, string, string], TakingsSum>(
    `SELECT key, label, max(day) AS newest, ${summed} FROM takings
     WHERE dimension = ? AND day BETWEEN ? AND ? GROUP BY key ORDER BY sum(amount) DESC, key`,
  );
  const bestArticles = database.prepare<[Days], Pick<TakingsSum, BestColumn>>(
    `SELECT key, label, max(day) AS newest, sum(amount) AS amount, sum(quantity) AS quantity FROM (
       SELECT * FROM takings WHERE dimension = 'articleMonth' AND day BETWEEN :firstMonth AND :lastMonth
       UNION ALL SELECT * FROM takings WHERE dimension = 'article' AND day BETWEEN :from AND :untilMonths
       UNION ALL SELECT * FROM takings WHERE dimension = 'article' AND day BETWEEN :afterMonths AND :to)
     GROUP BY key ORDER BY sum(amount) DESC, key`,
  );
  const kindsUntil = database.prepare<[Period & { before: string }], TakingsSum>(
    `SELECT substr(key, 4) AS key, label, ${summed} FROM takings
     WHERE dimension = 'hourKind' AND day BETWEEN :from AND :to AND (day < :to OR key < :before)
     GROUP BY substr(key, 4)`,
  );
  const issuers = database
    .prepare<[], string>("SELECT DISTINCT key FROM takings WHERE dimension = 'person' ORDER BY key")
    .pluck();
  const byDay = database.prepare<[Dimension, string, string], TakingsRow>(
    `SELECT dimension, day, key, label, ${sums} FROM takings
     WHERE dimension = ? AND day BETWEEN ? AND ? ORDER BY day, key`,
  );
  return { read, bestArticles, kindsUntil, issuers, byDay };
}

/** A period as whole months, and the days before and after these; a part without days ends before it begins. */
interface Days extends Period {
  /** The first day of the first and of the last month. */
  readonly firstMonth: string;
  readonly lastMonth: string;
  readonly untilMonths: string;
  readonly afterMonths: string;
}

function daysOf({ from, to }: Period): Days {
  const firstMonth = from.endsWith('-01') ? from : monthAfter(from, 1);
  const end = dayAfter(to, 1);
  const afterMonths = `${end.slice(0, 8)}01`;
  if (firstMonth >= afterMonths)
    return { from, to, firstMonth, lastMonth: '', untilMonths: to, afterMonths: dayAfter(to, 1) };
  const lastMonth = monthAfter(afterMonths, -1);
  return { from, to, firstMonth, lastMonth, untilMonths: dayAfter(firstMonth, -1), afterMonths };
}

const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const dayAfter = (day: string, days: number) => textOf(Date.parse(day) + days * 86_400_000);
const monthAfter = (day: string, months: number) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return textOf(Date.UTC(year, month - 1 + months, 1));
};

/** The sums of all documents up to a counter, in memory. */
type Recount = ReturnType<typeof createRecount>;

function createRecount(documentsAfter: DocumentsAfter, addUp: AddUp) {
  const rows = new Map<string, TakingsRow>();
  let until = 0;
  return {
    rows,
    get until() {
      return until;
    },
    addTo(icv: number) {
      while (until < icv) {
        const next = Math.min(until + atOnce, icv);
        for (const row of documentsAfter(until, next).flatMap(addUp)) {
          rows.set(keyOf(row), joined(rows.get(keyOf(row)) ?? none, row));
        }
        until = next;
      }
    },
  };
}

const none = { count: 0, amount: 0, net: 0, vat: 0, discount: 0, quantity: 0 };

/** Adds to a sum, starting from zero. The result is never negative zero, which the database does not have either. */
const joined = (before: typeof none, row: TakingsRow): TakingsRow => ({
  ...row,
  count: before.count + row.count,
  amount: before.amount + row.amount,
  net: before.net + row.net,
  vat: before.vat + row.vat,
  discount: before.discount + row.discount,
  quantity: before.quantity + row.quantity,
});

const keyOf = ({ dimension, day, key }: TakingsRow) => JSON.stringify([dimension, day, key]);
