import type { Migration } from '../database.ts';

export const references: Migration = {
  name: 'what notes correct',
  sql: `
    -- number: as the note names it, of this ledger or another system's.
    CREATE TABLE reference (
      icv INTEGER NOT NULL REFERENCES document (icv),
      number TEXT NOT NULL,
      PRIMARY KEY (number, icv)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER reference_is_fixed BEFORE UPDATE ON reference
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER reference_stays BEFORE DELETE ON reference
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

    INSERT INTO reference (icv, number)
    SELECT DISTINCT d.icv, c.value ->> '$.number' FROM document AS d, json_each(d.sale, '$.corrects') AS c;
  `,
};
