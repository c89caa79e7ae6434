import type { Migration } from '../database.ts';

export const reissues: Migration = {
  name: 'what was issued anew for rejected documents',
  sql: `
    -- icv was issued in the place of replaces, which keeps its own place in the chain.
    CREATE TABLE reissue (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      replaces INTEGER NOT NULL UNIQUE REFERENCES document (icv)
    ) STRICT;

    CREATE TRIGGER reissue_is_of_a_rejected_one BEFORE INSERT ON reissue
    WHEN EXISTS (SELECT 1 FROM reissue WHERE icv = NEW.icv OR replaces = NEW.replaces)
      OR NEW.replaces >= NEW.icv
      OR 'rejected' IS NOT (SELECT state FROM submission WHERE icv = NEW.replaces)
    BEGIN SELECT RAISE(ABORT, 'a rejected document is issued anew, and once'); END;
    CREATE TRIGGER reissue_is_fixed BEFORE UPDATE ON reissue
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER reissue_stays BEFORE DELETE ON reissue
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;
  `,
};
