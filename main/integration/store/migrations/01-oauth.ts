import type { Migration } from '../../../books/ledger/database/database.ts';

export const oauth: Migration = {
  name: 'clients, approvals and tokens',
  sql: `
    -- scopes: separated by single spaces. redirect_uris: JSON list. A client without a secret_hash is public.
    CREATE TABLE client (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('service', 'app')),
      scopes TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      secret_hash BLOB,
      previous_hash BLOB,
      previous_until INTEGER,
      created_at INTEGER NOT NULL,
      used_at INTEGER,
      revoked_at INTEGER,
      CHECK (kind = 'app' OR secret_hash IS NOT NULL),
      CHECK ((previous_hash IS NULL) = (previous_until IS NULL))
    ) STRICT;

    -- A request of an app that a person has to answer. ticket_hash: of what the waiting browser holds.
    CREATE TABLE approval (
      id TEXT PRIMARY KEY,
      ticket_hash BLOB NOT NULL UNIQUE,
      client_id TEXT NOT NULL REFERENCES client (id),
      check_words TEXT NOT NULL,
      scopes TEXT NOT NULL,
      request TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
      person TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;

    -- family: all that came from one approval; it is revoked as a whole.
    CREATE TABLE authorization_code (
      hash BLOB PRIMARY KEY,
      client_id TEXT NOT NULL REFERENCES client (id),
      family TEXT NOT NULL,
      person TEXT NOT NULL,
      scopes TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER
    ) STRICT, WITHOUT ROWID;

    -- used_at: a refresh token that was exchanged for the next one. person: who approved; NULL for a service.
    CREATE TABLE token (
      hash BLOB PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      client_id TEXT NOT NULL REFERENCES client (id),
      family TEXT NOT NULL,
      person TEXT,
      scopes TEXT NOT NULL,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX token_family ON token (family);
    CREATE INDEX token_expires_at ON token (expires_at);
  `,
};
