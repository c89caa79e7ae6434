import type { Migration } from '../../../books/ledger/database/database.ts';

export const api: Migration = {
  name: 'idempotency keys and settings',
  sql: `
    -- Which sale a client's Idempotency-Key stands for. digest: SHA-256 of the sale, hex.
    CREATE TABLE request_key (
      client_id TEXT NOT NULL REFERENCES client (id),
      key TEXT NOT NULL,
      digest TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (client_id, key)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX request_key_used_at ON request_key (used_at);

    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
