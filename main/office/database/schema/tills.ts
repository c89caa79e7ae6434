import { applicationRole, chainKey, guarded, owners } from './guarded.ts';

/* Tenants, their taxpayers and branches, and the tills with their chains. */

export const tills = `
    -- A merchant. Everything else belongs to one, and no query sees another's.
    CREATE TABLE tenant (
      tenant integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE
    );
    GRANT SELECT ON tenant TO ${applicationRole};

    -- A taxpayer of the tenant.
    CREATE TABLE entity (
      tenant integer NOT NULL REFERENCES tenant,
      entity integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      vat_number text NOT NULL,
      UNIQUE (tenant, vat_number)
    );
    ${guarded('entity', 'SELECT, INSERT', ['entity'])}

    CREATE TABLE branch (
      tenant integer NOT NULL REFERENCES tenant,
      entity integer NOT NULL REFERENCES entity,
      branch integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      UNIQUE (entity, name)
    );
    ${guarded('branch', 'SELECT, INSERT')}

    -- A till, from the list or command that adds it. Until it is enrolled it has no key and no chain.
    CREATE TABLE device (
      ${owners},
      device integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      code bytea UNIQUE,             -- SHA-256 of the code that enrols it; the same till may use it again
      code_until timestamptz,
      planned_serial text,           -- from a list of tills: the serial that its certificate must have
      planned_prefix text,           -- from a list of tills: the prefix of its numbers
      public_key jsonb,              -- JWK of the till's own key, which signs its posts and stamps nothing
      serial text,                   -- the serial in its certificate, 1-<vendor>|2-<model>|3-<serial>
      enrolled_at timestamptz,
      left_at timestamptz,           -- since then nothing is accepted from it
      frozen_at timestamptz          -- when two people confirmed that it was stolen: its chain takes nothing more
    );
    -- Two lists that are read at the same time cannot add one serial or prefix twice.
    CREATE UNIQUE INDEX device_planned_serial ON device (tenant, entity, planned_serial) WHERE planned_serial IS NOT NULL;
    CREATE UNIQUE INDEX device_planned_prefix ON device (tenant, entity, planned_prefix) WHERE planned_prefix IS NOT NULL;
    ${guarded('device', 'SELECT, INSERT, UPDATE (code, code_until, public_key, serial, enrolled_at, left_at, frozen_at)')}

    -- How far the office has come with a till, what it last said of itself, and what is wrong with it. Each post changes
    -- the row, so that half of each page stays free for its next form. Times are the office's own.
    CREATE TABLE chain (
      ${chainKey}, ${owners},
      ledger uuid NOT NULL,          -- the id of the till's ledger
      icv bigint NOT NULL,           -- the counter and hash (Base64) of the newest document here
      hash text NOT NULL,
      event bigint NOT NULL,         -- the number of the newest event here
      audit bigint NOT NULL,         -- the number and hash (hex) of the newest line here; before the first line, the ledger
      audit_hash text NOT NULL,
      till_icv bigint NOT NULL DEFAULT 0,     -- the till's own counter at its last contact
      last_contact timestamptz NOT NULL,
      complete_at timestamptz,       -- the last time at which the office had everything of the till
      status jsonb,                  -- the till's words about itself (wire/till-status.ts), at status_at
      status_at timestamptz,
      skew_ms bigint,                -- the till's clock minus the office's
      verified_icv bigint NOT NULL DEFAULT 0, -- stamps are verified through this counter, at verified_at
      verified_at timestamptz,
      wrong_icv bigint,              -- the first document with an invalid stamp, and the check that it failed
      wrong_check text,
      whole_icv bigint,              -- the newest document, and the newest copy of the authority, that are stored whole
      whole_cleared_icv bigint,
      refused text,                  -- the last refusal of a batch (wire/feed.ts), until two people release the till
      refused_at timestamptz,
      PRIMARY KEY (bucket, device, generation)
    ) WITH (fillfactor = 50, autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 10);
    ${guarded(
      'chain',
      `SELECT, INSERT, UPDATE (icv, hash, event, audit, audit_hash, till_icv, last_contact, complete_at, status, status_at,
         skew_ms, verified_icv, verified_at, wrong_icv, wrong_check, whole_icv, whole_cleared_icv, refused, refused_at)`,
    )}

    -- The certificates that the office's processes show to tills. The owner's alone.
    CREATE TABLE office_pin (
      pin text PRIMARY KEY,          -- SHA-256 of the public key, base64url
      announced_at timestamptz NOT NULL DEFAULT now()
    );
`;
