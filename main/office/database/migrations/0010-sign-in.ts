import { applicationRole, type OfficeMigration } from './guarded.ts';

export const signIn: OfficeMigration = {
  name: 'browsers that a person signed in with, and how often an order was signed',
  sql: `
    -- Attempts from such a browser are counted by themselves, so that strangers lock nobody out. The owner's alone.
    CREATE TABLE known_browser (
      digest bytea PRIMARY KEY,
      person integer NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX known_browser_of_person ON known_browser (person);
    REVOKE ALL ON known_browser FROM PUBLIC, ${applicationRole};
    ALTER TABLE till_order ADD COLUMN signings integer NOT NULL DEFAULT 1;
    -- No statement could use it.
    DROP INDEX chain_unverified;
  `,
};
