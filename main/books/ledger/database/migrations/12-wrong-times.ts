import type { Migration } from '../database.ts';
import { firstPreviousHash } from '../first-previous-hash.ts';

export const wrongTimes: Migration = {
  name: 'documents whose time a manager said was wrong',
  sql: `
    -- A document issued under a clock that was ahead keeps its time, and the chain its order. meant_at: when it was
    -- issued by the right clock, as far as that can be told; never before the document before it.
    CREATE TABLE wrong_time (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      meant_at INTEGER NOT NULL
    ) STRICT;

    CREATE TRIGGER wrong_time_goes_back BEFORE UPDATE ON wrong_time
    WHEN OLD.icv IS NOT NEW.icv OR NEW.meant_at >= OLD.meant_at
    BEGIN SELECT RAISE(ABORT, 'a time is only taken back'); END;
    CREATE TRIGGER wrong_time_stays BEFORE DELETE ON wrong_time
    BEGIN SELECT RAISE(ABORT, 'what was said of a time is never deleted'); END;
    CREATE TRIGGER wrong_time_is_earlier BEFORE INSERT ON wrong_time
    BEGIN
      SELECT RAISE(ABORT, 'a time is only taken back')
      WHERE NEW.meant_at >= coalesce((SELECT meant_at FROM wrong_time WHERE icv = NEW.icv),
        (SELECT issued_at FROM document WHERE icv = NEW.icv));
    END;

    DROP TRIGGER document_is_next;
    CREATE TRIGGER document_is_next BEFORE INSERT ON document
    BEGIN
      SELECT RAISE(ABORT, 'a document takes the next counter')
      WHERE NEW.icv IS NOT (SELECT coalesce(max(icv), 0) + 1 FROM document);
      SELECT RAISE(ABORT, 'a document follows the head of the chain')
      WHERE NEW.previous_hash IS NOT coalesce(
        (SELECT hash FROM document ORDER BY icv DESC LIMIT 1), '${firstPreviousHash}');
      SELECT RAISE(ABORT, 'a document is not older than the one before it')
      WHERE NEW.issued_at < (SELECT coalesce(w.meant_at, d.issued_at)
        FROM document AS d LEFT JOIN wrong_time AS w USING (icv) ORDER BY d.icv DESC LIMIT 1);
      SELECT RAISE(ABORT, 'a document is issued once')
      WHERE EXISTS (SELECT 1 FROM document WHERE uuid = NEW.uuid)
        OR EXISTS (SELECT 1 FROM document WHERE number = NEW.number)
        OR EXISTS (SELECT 1 FROM document WHERE sale_id = NEW.sale_id);
    END;

    DROP TRIGGER submission_deadline_is_fixed;
    CREATE TRIGGER submission_deadline_is_fixed BEFORE UPDATE OF icv, due_at ON submission
    WHEN OLD.icv IS NOT NEW.icv OR NOT EXISTS (SELECT 1 FROM wrong_time WHERE icv = OLD.icv)
    BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;

    DROP TRIGGER submission_report_by_is_set_once;
    CREATE TRIGGER submission_report_by_is_set_once BEFORE UPDATE OF report_by ON submission
    WHEN OLD.report_by IS NOT NEW.report_by
      AND (OLD.report_by IS NOT NULL OR OLD.mode <> 'clearance' OR NEW.mode <> 'reporting')
      AND NOT EXISTS (SELECT 1 FROM wrong_time WHERE icv = OLD.icv)
    BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;
  `,
};
