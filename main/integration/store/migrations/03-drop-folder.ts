import type { Migration } from '../../../books/ledger/database/database.ts';

export const dropFolder: Migration = {
  name: 'files of the drop folder',
  sql: `
    -- One row for each sale file that was ever taken; a file is itself again by name, time of writing and content.
    -- out_name: what its document is called in out/, without ending. told: the last state written there.
    CREATE TABLE dropped_file (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      modified_ns TEXT NOT NULL,
      digest TEXT NOT NULL,
      sale_id TEXT NOT NULL,
      out_name TEXT NOT NULL UNIQUE,
      uuid TEXT,
      told TEXT,
      taken_at INTEGER NOT NULL,
      UNIQUE (name, modified_ns, digest)
    ) STRICT;

    CREATE INDEX dropped_file_uuid ON dropped_file (uuid);
    CREATE INDEX dropped_file_open ON dropped_file (id) WHERE uuid IS NOT NULL AND told NOT IN ('accepted', 'rejected');
  `,
};
