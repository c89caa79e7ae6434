import type { Migration } from '../../books/ledger/database/database.ts';

/*
 * The schema of sandbox.db. Times are milliseconds since 1970. Certificates are Base64 of their DER. A device is the VAT
 * number and serial of a terminal; it stays the same across renewals.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    schema: 'b9c7d24e9dd7e47693c1d82f354969eb6a1d40389c0fb8765a2abd7711ea8bb3',
    sql: `
      -- The authority that this file plays.
      CREATE TABLE authority (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        plays TEXT NOT NULL,           -- the environment; a file belongs to one
        issuer TEXT NOT NULL,          -- its certificate authority, with key
        stamp_key TEXT NOT NULL,       -- the key with which it stamps cleared documents
        stamp_certificate TEXT NOT NULL
      ) STRICT;

      -- One-time passwords. A used one is deleted.
      CREATE TABLE otp (
        otp TEXT PRIMARY KEY,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- The credential pairs that were issued.
      CREATE TABLE credential (
        csid TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('compliance', 'production')),
        request_id INTEGER NOT NULL UNIQUE,
        secret_hash BLOB NOT NULL,     -- SHA-256
        certificate TEXT NOT NULL,
        request TEXT NOT NULL,         -- the certificate signing request, PEM; empty for an adopted pair
        device TEXT NOT NULL,
        -- 1: issued by renewal, as a pair by PATCH, or as the compliance pair of a 428 and its production pair.
        by_renewal INTEGER NOT NULL CHECK (by_renewal IN (0, 1)),
        -- The compliance pair with which a production pair was requested; NULL if it was issued by PATCH or adopted.
        compliance_request_id INTEGER REFERENCES credential (request_id),
        revoked_at INTEGER             -- since then it is not accepted
      ) STRICT;
      CREATE INDEX credential_device ON credential (device, kind);

      -- The sample documents that a compliance pair has passed.
      CREATE TABLE compliance_step (
        request_id INTEGER NOT NULL REFERENCES credential (request_id),
        step TEXT NOT NULL,
        PRIMARY KEY (request_id, step)
      ) STRICT, WITHOUT ROWID;

      -- The place of a document in its device's chain, stored once its stamp is verified, also if it is rejected later.
      CREATE TABLE chain_link (
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        previous_hash TEXT NOT NULL,
        PRIMARY KEY (device, icv)
      ) STRICT, WITHOUT ROWID;

      -- Documents that were refused because they contradict their device's chain.
      CREATE TABLE chain_conflict (
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        conflict TEXT NOT NULL,        -- a ChainConflict of document-store.ts
        times_received INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (device, icv, hash, conflict)
      ) STRICT, WITHOUT ROWID;

      -- Accepted documents.
      CREATE TABLE document (
        uuid TEXT PRIMARY KEY,
        device TEXT NOT NULL,
        icv INTEGER NOT NULL,
        hash TEXT NOT NULL,
        interface TEXT NOT NULL CHECK (interface IN ('reporting', 'clearance')),
        status TEXT NOT NULL,          -- as in the answer: REPORTED or CLEARED
        warnings TEXT NOT NULL,        -- JSON: the findings in the answer
        xml BLOB NOT NULL,             -- as it was received
        cleared_xml BLOB,              -- with the authority's stamp; only after clearance
        accepted_at INTEGER NOT NULL,
        times_received INTEGER NOT NULL DEFAULT 1
      ) STRICT;

      -- Documents that were sent on to reporting while clearance was off.
      CREATE TABLE diverted (
        uuid TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
