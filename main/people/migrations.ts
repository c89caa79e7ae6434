import type { Migration } from '../ledger/database.ts';

/** The form of terminal.db: what belongs to the terminal and to none of its environments. */
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
];
