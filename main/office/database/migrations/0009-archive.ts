import { chainKey, guarded, type OfficeMigration, owners } from './guarded.ts';

export const archive: OfficeMigration = {
  name: 'archived months: their manifests, and where each document is',
  sql: `
    -- part 0: the month; from 1: what came late.
    CREATE TABLE archive_manifest (
      tenant integer NOT NULL,
      entity integer NOT NULL,
      period text NOT NULL,
      part integer NOT NULL,
      sha256 text NOT NULL,
      at timestamptz NOT NULL,
      number integer NOT NULL,
      PRIMARY KEY (tenant, entity, period, part),
      UNIQUE (tenant, entity, number)
    );
    CREATE TABLE archived (
      ${chainKey}, icv bigint NOT NULL, ${owners},
      period text NOT NULL,
      part integer NOT NULL,
      PRIMARY KEY (bucket, device, generation, icv)
    );
    ${guarded('archive_manifest', 'SELECT, INSERT', ['entity'])}
    ${guarded('archived', 'SELECT, INSERT')}
  `,
};
