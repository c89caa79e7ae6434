import type { Migration } from '../../books/ledger/database/database.ts';

/** The schema of terminal.db, which has the data that belongs to no single environment. */
export const terminalMigrations: readonly Migration[] = [
  {
    name: 'people and settings',
    sql: `
      -- pin: scrypt of the PIN with the salt; never the PIN. failures: wrong PINs in a row.
      CREATE TABLE person (
        name TEXT PRIMARY KEY,
        role TEXT NOT NULL CHECK (role IN ('cashier', 'manager')),
        salt BLOB NOT NULL,
        pin BLOB NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0,
        try_at INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'sealed people and attempts',
    sql: `
      -- mac: over the revision and every row of person, under a key that only the vault has.
      CREATE TABLE people_seal (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        revision INTEGER NOT NULL,
        mac BLOB NOT NULL
      ) STRICT;

      -- Wrong PINs and passphrases in a row. Kept apart from person: a restored list forgives nobody.
      CREATE TABLE attempt (
        subject TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        try_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO attempt (subject, failures, try_at)
        SELECT 'person ' || name, failures, try_at FROM person WHERE failures > 0;
      ALTER TABLE person DROP COLUMN failures;
      ALTER TABLE person DROP COLUMN try_at;
    `,
  },
  {
    name: 'limits of cashiers, sealed with the people',
    sql: `
      -- limits: JSON. The seal of people_seal covers it.
      CREATE TABLE people_limits (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        limits TEXT NOT NULL CHECK (json_valid(limits))
      ) STRICT;
      INSERT INTO people_limits (only_row, limits) SELECT 1, value FROM setting WHERE key = 'cashier-limits';
      DELETE FROM setting WHERE key = 'cashier-limits';
    `,
  },
  {
    name: 'the proof of the people has its name',
    sql: 'ALTER TABLE people_seal RENAME TO people_proof;',
  },
];
