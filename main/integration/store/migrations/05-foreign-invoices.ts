import type { Migration } from '../../../books/ledger/database/database.ts';

export const foreignInvoices: Migration = {
  name: 'events received and invoices of other systems',
  sql: `
    -- Every event that was answered with 200, as it came. created_key: its createdAt in a form whose text order is the
    -- order of time. state: received = not processed yet; applied; outdated = something newer was applied before;
    -- kept = of a kind, or of an invoice, that is not known.
    CREATE TABLE received_event (
      seq INTEGER PRIMARY KEY,
      event_id TEXT NOT NULL UNIQUE,
      delivery_id TEXT UNIQUE,
      type TEXT NOT NULL,
      created_key TEXT NOT NULL,
      invoice_uuid TEXT,
      received_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('received', 'applied', 'outdated', 'kept')),
      body TEXT NOT NULL
    ) STRICT;

    CREATE INDEX received_event_open ON received_event (seq) WHERE state = 'received';
    CREATE INDEX received_event_invoice ON received_event (invoice_uuid);

    -- as_of_key: the time of what the row says, in the same form as created_key. type: the event kind that said it,
    -- NULL for the other layer's list. listed: the invoice as that list had it, JSON, whatever its fields.
    CREATE TABLE foreign_invoice (
      seq INTEGER PRIMARY KEY,
      invoice_uuid TEXT NOT NULL UNIQUE,
      invoice_id TEXT,
      status TEXT,
      cleared_at TEXT,
      type TEXT,
      as_of_key TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      listed TEXT
    ) STRICT;

    CREATE INDEX foreign_invoice_id ON foreign_invoice (invoice_id);
  `,
};
