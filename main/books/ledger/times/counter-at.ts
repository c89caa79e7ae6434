import type { Database } from '../database/database.ts';
import { orderedTimeSql } from './ordered-time-sql.ts';

/**
 * Finds the counter of the first document issued at this time (milliseconds since 1970) or later; if there is none, one
 * more than the last. Times increase with the counter, which has no gaps, so this needs no index. A corrected time
 * counts instead of a wrong one.
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
