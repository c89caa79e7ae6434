import type { Migration } from '../../books/ledger/database/database.ts';

/*
 * The schema of terminal.db, which has the data that belongs to no single environment. Times are milliseconds since
 * 1970.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    schema: '9554d7926e43fcc16a506b4e0353705b8195b9e8154859dd835c00cf479830a1',
    sql: `
      CREATE TABLE person (
        name TEXT PRIMARY KEY,
        role TEXT NOT NULL CHECK (role IN ('cashier', 'manager')),
        salt BLOB NOT NULL,
        pin BLOB NOT NULL,             -- scrypt of the PIN with the salt; never the PIN
        -- 1: the PIN has fewer than six digits.
        short INTEGER NOT NULL CHECK (short = 0 OR (short = 1 AND role = 'cashier'))
      ) STRICT, WITHOUT ROWID;

      -- What cashiers may do without a manager. There is no row until a manager changes it.
      CREATE TABLE people_limits (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        limits TEXT NOT NULL CHECK (json_valid(limits))
      ) STRICT;

      -- Proves people and limits. There is no row before a vault keeps the list.
      CREATE TABLE people_proof (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        revision INTEGER NOT NULL,     -- rises with every change of the list
        mac BLOB NOT NULL              -- HMAC-SHA256 over revision, people and limits, under a key that only the vault has
      ) STRICT;

      -- Wrong PINs and passphrases in a row, and those of all short PINs in an hour. They are kept apart from people, so that a restored list forgives nobody.
      CREATE TABLE attempt (
        subject TEXT PRIMARY KEY,      -- whose PIN or which passphrase
        failures INTEGER NOT NULL,
        try_at INTEGER NOT NULL        -- the time of the next attempt, or the end of that hour; 0 without a wait
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL            -- JSON
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
