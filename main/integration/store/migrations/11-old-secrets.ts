import type { Migration } from '../../../books/ledger/database/database.ts';

export const oldSecrets: Migration = {
  name: 'each old secret of a client that still serves',
  sql: `
    CREATE TABLE old_client_secret (
      hash BLOB PRIMARY KEY,
      client_id TEXT NOT NULL REFERENCES client (id),
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX old_client_secret_client ON old_client_secret (client_id, until);

    INSERT INTO old_client_secret (hash, client_id, until)
      SELECT previous_hash, id, previous_until FROM client WHERE previous_hash IS NOT NULL;
    -- The two columns stay empty from now on.
    UPDATE client SET previous_hash = NULL, previous_until = NULL;
  `,
};
