import type { Database } from '../database/database.ts';
import { deadlineSql } from '../times/deadline-sql.ts';
import { createCallSharing, type Due, type DueDocuments } from './share-calls.ts';

/** The time in milliseconds since 1970, and the limit of the query. */
export interface DueQuery {
  readonly now: number;
  readonly limit: number;
  /** Reports with less time than this until their deadline count as urgent, milliseconds. */
  readonly lastChance: number;
}

/** The queries for documents that may be sent now. They return counters in the order of sending. */
export type DueOrder = ReturnType<typeof createDueOrder>;

/*
 * One part for each rank; SQLite reads each from an index in the order of its deadlines and stops at the limit, so that
 * a query costs the same for any number of documents. Documents that were tried without success have their own index,
 * so that they do not displace others. Each condition repeats that of its index.
 */
const untried = `submission AS s WHERE s.state <> 'accepted' AND s.state = 'waiting' AND s.attempts = 0`;
const tried = `submission AS s INDEXED BY submission_tried WHERE s.state = 'waiting' AND s.attempts > 0`;

const buyerWaits = `s.mode = 'clearance' AND ${deadlineSql} > :now`;
const handedOver = `s.mode = 'clearance' AND ${deadlineSql} <= :now`;
const inTime = `s.mode = 'reporting' AND ${deadlineSql} > :now`;
const late = `s.mode = 'reporting' AND ${deadlineSql} <= :now`;
/** The number of documents checked for the next urgent one; nearer deadlines are checked first anyway. */
const nearest = 50;
/** A document with less time than this keeps its rank even after failed calls, in milliseconds. */
const keepsRankWithin = 3_600_000;
/** A report counts as new for ten minutes after its issue; then its deadline is nearer than this many milliseconds. */
const newWithin = 86_400_000 - 600_000;
const fresh = `${inTime} AND ${deadlineSql} > :now + ${newWithin}`;
const lastHour = `${inTime} AND ${deadlineSql} <= :now + ${keepsRankWithin}`;
const hasHours = `s.mode = 'reporting' AND ${deadlineSql} > :now + ${keepsRankWithin}`;
const lastMinute = `${inTime} AND ${deadlineSql} <= :now + :lastChance`;
// A buyer waits for a clearance, but the law sets no deadline for it, so reports with less than four hours go first.
const handedOverSortTime = ':now + 14400000';

const part = (rank: number, rows: string, condition: string, sortTime = deadlineSql, direction = 'ASC') => `
  SELECT * FROM (
    SELECT s.icv, ${rank} AS rank, ${sortTime} AS sortTime, ${deadlineSql} AS deadline FROM ${rows}
    AND ${condition} AND s.next_at <= :now
    ORDER BY ${deadlineSql} ${direction}, s.icv ${direction} LIMIT :limit)`;
const inOrder = (parts: string[], direction = 'ASC') =>
  `SELECT icv, rank, sortTime FROM (${parts.join(' UNION ALL ')})
   ORDER BY rank, sortTime ${direction}, deadline ${direction}, icv ${direction} LIMIT :limit`;
// Late documents come last, so that they make no other document late.
const inRanks = (rows: string, reports: string) => [
  part(1, rows, buyerWaits),
  part(2, rows, reports),
  part(2, rows, handedOver, handedOverSortTime),
  part(3, rows, late),
];

const reports = [
  part(2, untried, inTime),
  part(3, tried, inTime),
  part(4, untried, late),
  part(4, tried, late),
];

export function createDueOrder(database: Database) {
  const newestFirst = (rank: number, condition: string) =>
    part(rank, untried, condition, deadlineSql, 'DESC');
  const takeDue = createTaking(database, {
    untried: inRanks(untried, inTime),
    reports,
    newest: [newestFirst(1, buyerWaits), newestFirst(2, fresh)],
    urgentRetries: [part(1, tried, buyerWaits), part(2, tried, lastHour)],
    otherRetries: inRanks(tried, hasHours).slice(1),
  });
  const takeUrgent = createTaking(database, {
    untried: [part(1, untried, buyerWaits), part(2, untried, lastMinute)],
    // Reports are included while the queue is paused: if only clearance is unavailable, the answer to a report ends the
    // pause.
    reports,
    newest: [newestFirst(1, buyerWaits)],
    urgentRetries: [part(1, tried, buyerWaits), part(2, tried, lastMinute)],
    otherRetries: [],
  });
  const nextAt = (rows: string, at: string, condition: string) => `
    SELECT * FROM (
      SELECT ${at} AS at FROM ${rows} AND ${condition} ORDER BY ${deadlineSql} LIMIT ${nearest})`;
  const atLastChance = `max(s.next_at, ${deadlineSql} - :lastChance)`;
  const selectNextUrgentAt = database
    .prepare<[Omit<DueQuery, 'limit'>], number | null>(
      `SELECT min(at) FROM (${[untried, tried]
        .flatMap((rows) => [nextAt(rows, 's.next_at', buyerWaits), nextAt(rows, atLastChance, inTime)])
        .join(' UNION ALL ')})`,
    )
    .pluck();

  const selectInOrder = database.prepare<[DueQuery], Due>(
    inOrder([...inRanks(untried, inTime), ...inRanks(tried, inTime)]),
  );

  return {
    all: takeDue,
    /**
     * Returns all documents in one order, whether they were tried or not, for a gateway whose obstacle is gone: then
     * nothing says yet that a document has an obstacle of its own.
     */
    inOrder: (query: DueQuery) => selectInOrder.all(query).map(({ icv }) => icv),
    /**
     * Returns only documents that are sent even while a gateway that is down or busy delays the others: clearances that a
     * buyer waits for, and reports in the last minute before their deadline.
     */
    urgent: takeUrgent,
    /** The earliest time for the next urgent document, in milliseconds since 1970. */
    nextUrgentAt: (query: Omit<DueQuery, 'limit'>) => selectNextUrgentAt.get(query) ?? undefined,
  };
}

/** Reads each kind of due document, and divides the calls among them. */
function createTaking(database: Database, parts: Record<keyof DueDocuments, string[]>) {
  const prepare = (some: string[], direction?: string) =>
    database.prepare<[DueQuery], Due>(inOrder(some, direction));
  const selectUntried = prepare(parts.untried);
  const selectReports = prepare(parts.reports);
  const selectNewest = prepare(parts.newest, 'DESC');
  const selectUrgentRetries = prepare(parts.urgentRetries);
  const selectOtherRetries =
    parts.otherRetries.length === 0 ? { all: () => [] } : prepare(parts.otherRetries);
  const someTried = database.prepare<[], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM ${tried})`).pluck();
  const shareCalls = createCallSharing();

  return (query: DueQuery): number[] => {
    const due: DueDocuments = {
      untried: selectUntried.all(query),
      reports: [],
      newest: [],
      urgentRetries: [],
      otherRetries: [],
    };
    // If no document was tried without success, the gateway answers everything, and the nearest deadline comes first.
    const shared = someTried.get() === 1 && {
      reports: selectReports.all(query),
      newest: selectNewest.all(query),
      urgentRetries: selectUrgentRetries.all(query),
      otherRetries: selectOtherRetries.all(query),
    };
    return shareCalls({ ...due, ...shared }, query.now + keepsRankWithin, query.limit);
  };
}
