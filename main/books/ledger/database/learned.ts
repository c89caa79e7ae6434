import type { Database } from './database.ts';

/**
 * Creates the counter up to which documents were read for one purpose, in idle moments.
 * @param what a row of `learned`
 */
export function createLearned(
  database: Database,
  what: 'items' | 'buyers' | 'articles' | 'accounts' | 'takings',
) {
  const until = database.prepare<[string], number>('SELECT icv FROM learned WHERE what = ?').pluck();
  const set = database.prepare<[number, string]>('UPDATE learned SET icv = ? WHERE what = ?');
  const newest = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  return {
    until: () => until.get(what) ?? 0,
    newest: () => newest.get() ?? 0,
    isBehind: () => (newest.get() ?? 0) > (until.get(what) ?? 0),
    /** Runs within the caller's transaction. */
    set: (icv: number): void => {
      set.run(icv, what);
    },
  };
}
