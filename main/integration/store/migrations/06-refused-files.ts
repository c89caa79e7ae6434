import type { Migration } from '../../../books/ledger/database/database.ts';

export const refusedFiles: Migration = {
  name: 'refused files of the drop folder',
  sql: `
    -- One row for each sale file that was set aside. kept_as: its name in refused/. failure: JSON, why. A file that is
    -- set aside again after a crash is itself by kept_as and time of writing.
    CREATE TABLE refused_file (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      kept_as TEXT NOT NULL,
      modified_ns TEXT NOT NULL,
      failure TEXT NOT NULL,
      refused_at INTEGER NOT NULL,
      UNIQUE (kept_as, modified_ns)
    ) STRICT;

    CREATE INDEX refused_file_at ON refused_file (refused_at);
    CREATE INDEX dropped_file_issued ON dropped_file (taken_at) WHERE uuid IS NOT NULL;
  `,
};
