import type { Database } from './database.ts';

/**
 * The keys that lead to a buyer: everything written under them belongs to that buyer (accounts.ts). One step always
 * leads to the end, and no key of a buyer in the book leads elsewhere.
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
    /** The key is a buyer's own again. */
    end: (key: string) => end.run(key),
    /** Leads a key, and all that led to it, to another one. */
    lead(key: string, to: string) {
      end.run(to);
      follow.run({ key, now: to });
      lead.run({ key, now: to });
    },
  };
}
