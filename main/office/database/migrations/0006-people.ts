import { applicationRole, guarded, type OfficeMigration } from './guarded.ts';

export const people: OfficeMigration = {
  name: 'people of the head office, how they sign in, and what they did',
  sql: `
    -- entities, branches: what the person sees; empty: all of it. until: the last day, in Riyadh.
    CREATE TABLE person (
      tenant integer NOT NULL REFERENCES tenant,
      person integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      email text,
      role text NOT NULL,
      entities integer[] NOT NULL DEFAULT '{}',
      branches integer[] NOT NULL DEFAULT '{}',
      until date,
      joined_at timestamptz,
      seen_at timestamptz,
      removed_at timestamptz
    );
    CREATE INDEX person_of_tenant ON person (tenant);
    ${guarded(
      'person',
      'SELECT, INSERT, UPDATE (name, email, role, entities, branches, until, joined_at, seen_at, removed_at)',
      [],
    )}

    -- A chain of hashes, as the tills' own logs are; its head is a row of its own, so that a cut end is found.
    CREATE TABLE office_line (
      tenant integer NOT NULL REFERENCES tenant,
      id bigint NOT NULL,
      at timestamptz NOT NULL,
      person integer,
      action text NOT NULL,
      detail text NOT NULL,
      previous_hash text NOT NULL,
      hash text NOT NULL,
      PRIMARY KEY (tenant, id)
    );
    CREATE TABLE office_head (
      tenant integer PRIMARY KEY REFERENCES tenant,
      id bigint NOT NULL,
      hash text NOT NULL
    );
    ${guarded('office_line', 'SELECT, INSERT', [])}
    ${guarded('office_head', 'SELECT, INSERT, UPDATE (id, hash)', [])}

    -- What lets somebody in. The owner's alone: the role that answers requests can read none of it.
    CREATE TABLE sign_in (
      email text PRIMARY KEY,
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL UNIQUE,
      password text NOT NULL,
      totp bytea NOT NULL,
      totp_step bigint NOT NULL
    );
    CREATE TABLE invitation (
      digest bytea PRIMARY KEY,
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL UNIQUE,
      until timestamptz NOT NULL,
      totp bytea NOT NULL
    );
    CREATE TABLE session (
      digest bytea PRIMARY KEY,
      tenant integer NOT NULL REFERENCES tenant,
      person integer NOT NULL,
      begun_at timestamptz NOT NULL,
      seen_at timestamptz NOT NULL
    );
    CREATE INDEX session_of_person ON session (person);
    CREATE TABLE sign_in_attempt (
      key bytea PRIMARY KEY,
      count integer NOT NULL,
      at timestamptz NOT NULL
    );
    REVOKE ALL ON sign_in, invitation, session, sign_in_attempt FROM PUBLIC, ${applicationRole};
  `,
};
