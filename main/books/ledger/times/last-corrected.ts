import type { Database } from '../database/database.ts';

/**
 * Returns the last document with a corrected time and that time, as a text that every correction changes. Each
 * correction includes the newest document, and correcting a time again always makes it earlier.
 */
export function createLastCorrected(database: Database): () => string {
  const last = database
    .prepare<[], string>("SELECT icv || ' ' || meant_at FROM wrong_time ORDER BY icv DESC LIMIT 1")
    .pluck();
  return () => last.get() ?? '';
}
