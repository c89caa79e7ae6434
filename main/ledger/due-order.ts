import type { Database } from './database.ts';
import { deadlineSql } from './deadline-sql.ts';

/** The time in milliseconds since 1970, and the limit. */
export interface DueQuery {
  readonly now: number;
  readonly limit: number;
  /** Reports with less time than this until their deadline have their last chance, milliseconds. */
  readonly lastChance: number;
}

/** The documents that may be sent now, as counters in their order of sending. */
export interface DueOrder {
  all(query: DueQuery): number[];
  /**
   * Returns only documents that are sent even while a gateway that is down or busy delays the others: clearances that a
   * buyer waits for, and reports in the last minute before their deadline.
   */
  urgent(query: DueQuery): number[];
  /** The earliest time for the next urgent document, milliseconds since 1970. */
  nextUrgentAt(query: Omit<DueQuery, 'limit'>): number | undefined;
}

/*
 * One part for each place in the order; SQLite reads each from the index in the order of its deadlines and stops at the
 * limit, so that a query costs the same however many wait. (`state <> 'accepted'` repeats the index's own condition.)
 */
const part = (place: number, turn: string, condition: string) => `
  SELECT * FROM (
    SELECT s.icv, s.attempts, ${place} AS place, ${turn} AS turn, ${deadlineSql} AS deadline FROM submission AS s
    WHERE s.state <> 'accepted' AND s.state = 'waiting' AND ${condition} AND s.next_at <= :now
    ORDER BY ${deadlineSql} LIMIT :limit)`;
const inOrder = (columns: string, parts: string[]) =>
  `SELECT ${columns} FROM (${parts.join(' UNION ALL ')}) ORDER BY place, turn, deadline LIMIT :limit`;

const buyerWaits = part(1, deadlineSql, `s.mode = 'clearance' AND ${deadlineSql} > :now`);
const lastMinute = part(
  2,
  deadlineSql,
  `s.mode = 'reporting' AND ${deadlineSql} > :now AND ${deadlineSql} <= :now + :lastChance`,
);
const inTime = part(2, deadlineSql, `s.mode = 'reporting' AND ${deadlineSql} > :now`);
// A buyer waits for its cleared form, but the law sets no deadline: it lets reports go first that have less than four
// hours.
const handedOver = part(2, ':now + 14400000', `s.mode = 'clearance' AND ${deadlineSql} <= :now`);
// Late documents must make no other document late.
const late = part(3, deadlineSql, `s.mode = 'reporting' AND ${deadlineSql} <= :now`);

/** Documents checked for the next urgent one, and for fresh ones; nearer deadlines are checked earlier anyway. */
const nearest = 50;

/** After so many calls without an answer something may be wrong with the document alone. */
const attemptsOfTired = 3;
/** A document with less time than this keeps its place whatever became of its calls, milliseconds. */
const keepsPlaceWithin = 3_600_000;

interface Due {
  readonly icv: number;
  readonly attempts: number;
  readonly place: number;
  readonly deadline: number;
}

/** Documents that the gateway never answers wait behind the others: otherwise each probe of an outage is one of them. */
const isTired = ({ attempts, place, deadline }: Due, now: number): boolean =>
  attempts >= attemptsOfTired && place > 1 && (deadline <= now || deadline > now + keepsPlaceWithin);

export function createDueOrder(database: Database): DueOrder {
  const all = database.prepare<[DueQuery], Due>(
    inOrder('icv, attempts, place, deadline', [buyerWaits, inTime, handedOver, late]),
  );
  const urgent = database.prepare<[DueQuery], number>(inOrder('icv', [buyerWaits, lastMinute])).pluck();
  const nextUrgentAt = database
    .prepare<[Omit<DueQuery, 'limit'>], number | null>(
      `SELECT min(at) FROM (
         SELECT * FROM (
           SELECT s.next_at AS at FROM submission AS s
           WHERE s.state <> 'accepted' AND s.state = 'waiting' AND s.mode = 'clearance' AND ${deadlineSql} > :now
           ORDER BY ${deadlineSql} LIMIT ${nearest})
         UNION ALL
         SELECT * FROM (
           SELECT max(s.next_at, ${deadlineSql} - :lastChance) AS at FROM submission AS s
           WHERE s.state <> 'accepted' AND s.state = 'waiting' AND s.mode = 'reporting' AND ${deadlineSql} > :now
           ORDER BY ${deadlineSql} LIMIT ${nearest}))`,
    )
    .pluck();

  return {
    all(query) {
      const { now, limit } = query;
      const due = all.all({ ...query, limit: limit + nearest });
      const inTurn = [
        ...due.filter((each) => !isTired(each, now)),
        ...due.filter((each) => isTired(each, now)),
      ];
      return inTurn.slice(0, limit).map(({ icv }) => icv);
    },
    urgent: (query) => urgent.all(query),
    nextUrgentAt: (query) => nextUrgentAt.get(query) ?? undefined,
  };
}
