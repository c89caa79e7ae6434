import type { Migration } from '../database.ts';

export const credentialRejections: Migration = {
  name: 'whose a rejection was, and credentials on trial',
  sql: `
    -- credential_id: whose pair it was, where that is in force or kept. cause: as the terminal could tell it then.
    ALTER TABLE credential_refusal ADD COLUMN credential_id INTEGER REFERENCES credential (id);
    ALTER TABLE credential_refusal ADD COLUMN cause TEXT;
    CREATE INDEX credential_refusal_of ON credential_refusal (credential_id, id) WHERE credential_id IS NOT NULL;

    -- The last rejection before the authority let a call in again: those after it are in a row.
    CREATE TABLE credential_let_in (
      credential_id INTEGER PRIMARY KEY REFERENCES credential (id),
      after_refusal INTEGER NOT NULL
    ) STRICT;

    -- Of a new pair that was rejected before it served: how often it was tried in vain, and when the last time was.
    ALTER TABLE credential ADD COLUMN rejections INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE credential ADD COLUMN rejected_at INTEGER;
  `,
};
