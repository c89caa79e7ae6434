import { applicationRole, guarded } from './guarded.ts';

/* The people of the office, what lets them in, and what they did. */

export const people = `
    CREATE TABLE person (
      tenant integer NOT NULL REFERENCES tenant,
      person integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      email text,                    -- null until the invitation is accepted
      role text NOT NULL,            -- shared/office/command.ts
      entities integer[] NOT NULL DEFAULT '{}', -- what the person sees; both empty: all of the tenant
      branches integer[] NOT NULL DEFAULT '{}',
      until date,                    -- the last day, in Riyadh
      joined_at timestamptz,
      seen_at timestamptz,
      removed_at timestamptz,
      invited_by integer,            -- who made the last link; null for the command line
      invited_at timestamptz NOT NULL,
      -- A person of branches without one would see the whole tenant.
      CHECK (role <> 'branch' OR branches <> '{}')
    );
    CREATE INDEX person_of_tenant ON person (tenant);
    ${guarded(
      'person',
      'SELECT, INSERT, UPDATE (name, email, role, entities, branches, until, joined_at, seen_at, removed_at, ' +
        'invited_by, invited_at)',
      [],
    )}

    -- The office's own log: a chain of hashes, as the tills' logs are.
    CREATE TABLE office_line (
      tenant integer NOT NULL REFERENCES tenant,
      id bigint NOT NULL,
      at timestamptz NOT NULL,
      person integer,                -- null for a program
      action text NOT NULL,
      detail text NOT NULL,          -- JSON, exactly as it was hashed
      previous_hash text NOT NULL,   -- SHA-256, hex
      hash text NOT NULL,
      PRIMARY KEY (tenant, id)
    );
    ${guarded('office_line', 'SELECT, INSERT', [])}

    -- Its head is a row of its own, so that a cut end is found.
    CREATE TABLE office_head (
      tenant integer PRIMARY KEY REFERENCES tenant,
      id bigint NOT NULL,
      hash text NOT NULL
    );
    ${guarded('office_head', 'SELECT, INSERT, UPDATE (id, hash)', [])}

    -- What lets somebody in. The owner's alone: the role that answers requests can read none of it.
    CREATE TABLE sign_in (
      email text PRIMARY KEY,
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL UNIQUE,
      password text NOT NULL,        -- scrypt, with its salt and parameters
      totp bytea NOT NULL,           -- the secret of the authenticator, encrypted with a key outside the database
      totp_step bigint NOT NULL      -- the step of the last code; a code works once
    );
    CREATE TABLE invitation (
      digest bytea PRIMARY KEY,      -- of the link, with a key outside the database
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL UNIQUE,
      until timestamptz NOT NULL,
      totp bytea NOT NULL
    );
    CREATE TABLE session (
      digest bytea PRIMARY KEY,      -- of the token, with a key outside the database
      proof bytea NOT NULL,          -- of the next three columns, with the same key
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL,
      begun_at timestamptz NOT NULL,
      seen_at timestamptz NOT NULL
    );
    CREATE INDEX session_of_person ON session (person);
    -- Attempts from a browser that a person signed in with are counted by themselves, so that strangers lock nobody out.
    CREATE TABLE known_browser (
      digest bytea PRIMARY KEY,      -- of the person and the browser's mark
      person integer NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX known_browser_of_person ON known_browser (person);
    CREATE TABLE sign_in_attempt (
      key bytea PRIMARY KEY,         -- a digest of what is counted: an account, an address or a browser
      count integer NOT NULL,
      at timestamptz NOT NULL        -- of the last one
    );
    REVOKE ALL ON sign_in, invitation, session, known_browser, sign_in_attempt FROM PUBLIC, ${applicationRole};
`;
