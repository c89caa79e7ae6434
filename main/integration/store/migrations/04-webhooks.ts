import type { Migration } from '../../../books/ledger/database/database.ts';

export const webhooks: Migration = {
  name: 'webhook endpoints and deliveries',
  sql: `
    -- secret, next_secret: names in the vault. kinds: JSON array.
    CREATE TABLE webhook_endpoint (
      id TEXT PRIMARY KEY,
      url TEXT NOT NULL,
      kinds TEXT NOT NULL,
      allow_private INTEGER NOT NULL,
      enabled INTEGER NOT NULL,
      secret TEXT NOT NULL,
      next_secret TEXT,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT, WITHOUT ROWID;

    -- next_at: the next attempt; while one is under way, when it is taken for lost.
    -- source: what happened, by a name that is the same whenever it is told again; NULL for tests.
    CREATE TABLE webhook_delivery (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      endpoint TEXT NOT NULL REFERENCES webhook_endpoint (id),
      source TEXT,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      invoice_uuid TEXT,
      occurred_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead', 'discarded')),
      attempts INTEGER NOT NULL,
      next_at INTEGER CHECK ((next_at IS NOT NULL) = (state = 'waiting')),
      last_at INTEGER,
      http_status INTEGER,
      failure TEXT,
      answer TEXT,
      discard_reason TEXT,
      body TEXT NOT NULL,
      UNIQUE (endpoint, source)
    ) STRICT;

    CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, next_at) WHERE state = 'waiting';
    CREATE INDEX webhook_delivery_state ON webhook_delivery (state, seq);

    -- How far each source of events has been turned into deliveries.
    CREATE TABLE webhook_cursor (
      source TEXT PRIMARY KEY,
      position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
