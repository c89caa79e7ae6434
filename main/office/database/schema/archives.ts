import { guarded } from './guarded.ts';

/* The archives of closed months. The documents in them are in `archived` (documents.ts). */

export const archives = `
    -- One for the month, and one for each supplement of what came late.
    CREATE TABLE archive_manifest (
      tenant integer NOT NULL,
      entity integer NOT NULL,
      period text NOT NULL,          -- the month, such as 2026-10
      part integer NOT NULL,         -- 0: the month; from 1: its supplements
      sha256 text NOT NULL,          -- of the manifest's bytes, hex
      at timestamptz NOT NULL,
      number integer NOT NULL,       -- its position in the chain of the taxpayer's manifests, from 1
      documents bigint NOT NULL,     -- how many it has
      PRIMARY KEY (tenant, entity, period, part),
      UNIQUE (tenant, entity, number)
    );
    ${guarded('archive_manifest', 'SELECT, INSERT', ['entity'])}
`;
