import type { Database } from '../database/database.ts';

/**
 * The former keys of buyers. Each leads to a buyer's present key in one step, and everything written under it belongs
 * to that buyer (accounts.ts). The key of a buyer in the book never leads elsewhere.
 */
export function createAliases(database: Database) {
  const now = database.prepare<[string], string>('SELECT now FROM buyer_alias WHERE key = ?').pluck();
  const end = database.prepare<[string]>('DELETE FROM buyer_alias WHERE key = ?');
  const follow = database.prepare<[{ key: string; now: string }]>(
    'UPDATE buyer_alias SET now = :now WHERE now = :key AND key <> :now',
  );
  const lead = database.prepare<[{ key: string; now: string }]>(
    'INSERT OR REPLACE INTO buyer_alias (key, now) VALUES (:key, :now)',
  );
  return {
    now: (key: string) => now.get(key),
    /** Ends this, because the key is a buyer's own again. */
    end: (key: string) => end.run(key),
    /** Makes a key, and all keys that led to it, lead to another key. */
    lead(key: string, to: string) {
      end.run(to);
      follow.run({ key, now: to });
      lead.run({ key, now: to });
    },
  };
}
