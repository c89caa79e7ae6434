import type { Migration } from '../database.ts';

export const deadlines: Migration = {
  name: 'deadlines, what was told of them, and refused credentials',
  sql: `
    -- report_by: set once, when clearance is off and the document goes by reporting: its deadline from then on.
    -- told: hours left (12, 4, 1, 0) of the nearest threshold that a person was told of; NULL while of none.
    ALTER TABLE submission ADD COLUMN report_by INTEGER;
    ALTER TABLE submission ADD COLUMN told INTEGER;

    UPDATE submission SET report_by = (SELECT issued_at + 86400000 FROM document AS d WHERE d.icv = submission.icv)
    WHERE state IN ('waiting', 'sending', 'parked') AND mode = 'reporting'
      AND (SELECT mode FROM document AS d WHERE d.icv = submission.icv) = 'clearance';

    CREATE TRIGGER submission_report_by_is_set_once BEFORE UPDATE OF report_by ON submission
    WHEN OLD.report_by IS NOT NEW.report_by
      AND (OLD.report_by IS NOT NULL OR OLD.mode <> 'clearance' OR NEW.mode <> 'reporting')
    BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;

    -- In the order of the queue, and with all that the queue and the deadline watch look at.
    DROP INDEX submission_unaccepted;
    CREATE INDEX submission_unaccepted ON submission (state, mode, coalesce(report_by, due_at), next_at, told)
    WHERE state <> 'accepted';
    -- When to look again, however many wait.
    CREATE INDEX submission_next ON submission (state, next_at) WHERE state <> 'accepted';

    -- Each 401 and 403 of any call.
    CREATE TABLE credential_refusal (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      call TEXT NOT NULL,
      http_status INTEGER NOT NULL,
      code TEXT,
      message TEXT
    ) STRICT;

    CREATE INDEX credential_refusal_at ON credential_refusal (at);

    CREATE TRIGGER credential_refusal_is_new BEFORE INSERT ON credential_refusal
    WHEN EXISTS (SELECT 1 FROM credential_refusal WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
    CREATE TRIGGER credential_refusal_is_fixed BEFORE UPDATE ON credential_refusal
    BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
    CREATE TRIGGER credential_refusal_stays BEFORE DELETE ON credential_refusal
    BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;
  `,
};
