import { guarded, type OfficeMigration, owners } from './guarded.ts';

export const release: OfficeMigration = {
  name: 'tills that were refused, mended and released',
  sql: `
    -- refused_at, wrong_icv: what the person saw who asked; what was found since is released by nobody.
    CREATE TABLE release_request (
      ${owners},
      device integer NOT NULL,
      asked_at timestamptz NOT NULL,
      reason text NOT NULL,
      asked_by text NOT NULL,
      refused text,
      refused_at timestamptz,
      wrong_icv bigint,
      confirmed_at timestamptz,
      confirmed_by text,
      PRIMARY KEY (device, asked_at)
    );
    ${guarded('release_request', 'SELECT, INSERT, UPDATE (confirmed_at, confirmed_by)')}
  `,
};
