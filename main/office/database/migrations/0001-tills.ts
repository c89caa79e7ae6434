import { applicationRole, guarded, type OfficeMigration, owners } from './guarded.ts';

export const tills: OfficeMigration = {
  name: 'who is who: tenants, entities, branches and tills',
  sql: `
    CREATE TABLE tenant (
      tenant integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE
    );
    CREATE TABLE entity (
      tenant integer NOT NULL REFERENCES tenant,
      entity integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      vat_number text NOT NULL,
      UNIQUE (tenant, vat_number)
    );
    CREATE TABLE branch (
      tenant integer NOT NULL REFERENCES tenant,
      entity integer NOT NULL REFERENCES entity,
      branch integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      UNIQUE (entity, name)
    );
    -- code: SHA-256 of the code that enrols it, once. public_key: the till's own, never the one that seals.
    CREATE TABLE device (
      ${owners},
      device integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      code bytea UNIQUE,
      code_until timestamptz,
      public_key jsonb,
      serial text,
      enrolled_at timestamptz,
      left_at timestamptz
    );
    GRANT SELECT ON tenant TO ${applicationRole};
    ${guarded('entity', 'SELECT, INSERT', ['entity'])}
    ${guarded('branch', 'SELECT, INSERT')}
    ${guarded('device', 'SELECT, INSERT, UPDATE (code, public_key, serial, enrolled_at, left_at)')}
  `,
};
