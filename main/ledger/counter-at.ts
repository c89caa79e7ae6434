import type { Database } from './database.ts';
import { orderedTimeSql } from './ordered-time-sql.ts';

/**
 * Finds the counter of the first document issued at this time or later (milliseconds since 1970); one past the last if
 * there is none. Time rises with the counter, which has no gaps, so this needs no index. A wrong time counts as its
 * corrected value.
 */
export function createCounterAt(database: Database): (time: number) => number {
  const last = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const issuedAt = database
    .prepare<[number], number>(
      `SELECT ${orderedTimeSql} FROM document AS d LEFT JOIN wrong_time AS w USING (icv) WHERE d.icv = ?`,
    )
    .pluck();
  return (time) => {
    let [low, high] = [1, (last.get() ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((issuedAt.get(middle) ?? time) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
