import type { Database } from './database.ts';

/**
 * Tells the last document with a corrected time and that time, as text that every correction changes: each one reaches to
 * the newest document of its moment, and a time that is corrected again becomes an earlier one.
 */
export function createLastCorrected(database: Database): () => string {
  const last = database
    .prepare<[], string>("SELECT icv || ' ' || meant_at FROM wrong_time ORDER BY icv DESC LIMIT 1")
    .pluck();
  return () => last.get() ?? '';
}
