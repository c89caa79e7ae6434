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
    SELECT s.icv, ${place} AS place, ${turn} AS turn, ${deadlineSql} AS deadline FROM submission AS s
    WHERE s.state <> 'accepted' AND s.state = 'waiting' AND ${condition} AND s.next_at <= :now
    ORDER BY ${deadlineSql} LIMIT :limit)`;
const inOrder = (parts: string[]) =>
  `SELECT icv FROM (${parts.join(' UNION ALL ')}) ORDER BY place, turn, deadline LIMIT :limit`;

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

/** Documents checked for the next urgent one; nearer deadlines are checked earlier anyway. */
const nearest = 50;

export function createDueOrder(database: Database): DueOrder {
  const all = database.prepare<[DueQuery], number>(inOrder([buyerWaits, inTime, handedOver, late])).pluck();
  const urgent = database.prepare<[DueQuery], number>(inOrder([buyerWaits, lastMinute])).pluck();
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
    all: (query) => all.all(query),
    urgent: (query) => urgent.all(query),
    nextUrgentAt: (query) => nextUrgentAt.get(query) ?? undefined,
  };
}
