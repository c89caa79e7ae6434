import type { Migration } from '../../books/ledger/database/database.ts';

/** Times are milliseconds since 1970. */
export const migrations: readonly Migration[] = [
  {
    name: 'what the authority keeps',
    sql: `
      -- The authority itself: its certificate authority and the key it stamps cleared invoices with.
      CREATE TABLE authority (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        issuer TEXT NOT NULL,
        stamp_key TEXT NOT NULL,
        stamp_certificate TEXT NOT NULL
      ) STRICT;

      CREATE TABLE otp (
        otp TEXT PRIMARY KEY,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE credential (
        csid TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('compliance', 'production')),
        request_id INTEGER NOT NULL UNIQUE,
        secret_hash BLOB NOT NULL,
        certificate TEXT NOT NULL,
        request TEXT NOT NULL,
        device TEXT NOT NULL
      ) STRICT;
      CREATE INDEX credential_device ON credential (device, kind);

      CREATE TABLE compliance_step (
        request_id INTEGER NOT NULL REFERENCES credential (request_id),
        step TEXT NOT NULL,
        PRIMARY KEY (request_id, step)
      ) STRICT, WITHOUT ROWID;

      -- A document's place in its device's chain, known as soon as its stamp is verified, whatever became of it.
      CREATE TABLE chain_link (
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        previous_hash TEXT NOT NULL,
        PRIMARY KEY (device, icv)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE document (
        uuid TEXT PRIMARY KEY,
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        interface TEXT NOT NULL CHECK (interface IN ('reporting', 'clearance')),
        status TEXT NOT NULL,
        warnings TEXT NOT NULL,
        xml BLOB NOT NULL,
        cleared_xml BLOB,
        accepted_at INTEGER NOT NULL,
        times_received INTEGER NOT NULL DEFAULT 1
      ) STRICT;

      -- Documents that were told to go through reporting while clearance was off.
      CREATE TABLE diverted (
        uuid TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'the life of a pair, and what was wrong with a chain',
    sql: `
      -- Which of the authority's environments this file plays; a file plays one.
      ALTER TABLE authority ADD COLUMN plays TEXT NOT NULL DEFAULT 'training';

      -- The compliance pair that a production pair was asked for with; none for one that came by PATCH.
      ALTER TABLE credential ADD COLUMN compliance_request_id INTEGER;
      -- 1 for what came by renewal: a pair by PATCH, or the compliance pair of a 428.
      ALTER TABLE credential ADD COLUMN by_renewal INTEGER NOT NULL DEFAULT 0;
      -- Since when the pair is no longer accepted.
      ALTER TABLE credential ADD COLUMN revoked_at INTEGER;

      -- Documents that contradicted what was known of their device's chain, and were refused for it.
      CREATE TABLE chain_conflict (
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        conflict TEXT NOT NULL,
        times_received INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (device, icv, hash, conflict)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
