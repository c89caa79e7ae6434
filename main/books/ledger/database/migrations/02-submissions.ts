import type { Migration } from '../database.ts';

export const submissions: Migration = {
  name: 'submissions and what the authority said',
  sql: `
    -- next_at: waiting = the next call; sending = the end of the claim's lease; otherwise NULL.
    CREATE TABLE submission (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'accepted', 'rejected', 'parked')),
      mode TEXT NOT NULL CHECK (mode IN ('clearance', 'reporting')),
      due_at INTEGER NOT NULL,
      next_at INTEGER CHECK ((next_at IS NOT NULL) = (state IN ('waiting', 'sending'))),
      attempts INTEGER NOT NULL,
      warnings INTEGER NOT NULL,
      outcome TEXT,
      status TEXT,
      accepted_at INTEGER
    ) STRICT;

    -- Without the accepted ones, so that looking for work never grows with the years.
    CREATE INDEX submission_unaccepted ON submission (state, due_at, next_at) WHERE state <> 'accepted';

    CREATE TRIGGER submission_is_one BEFORE INSERT ON submission
    WHEN EXISTS (SELECT 1 FROM submission WHERE icv = NEW.icv)
    BEGIN SELECT RAISE(ABORT, 'a document has one submission'); END;
    CREATE TRIGGER submission_stays BEFORE DELETE ON submission
    BEGIN SELECT RAISE(ABORT, 'a submission is never deleted'); END;
    CREATE TRIGGER submission_is_final BEFORE UPDATE ON submission WHEN OLD.state IN ('accepted', 'rejected')
    BEGIN SELECT RAISE(ABORT, 'the answer of the authority is final'); END;
    CREATE TRIGGER submission_deadline_is_fixed BEFORE UPDATE OF icv, due_at ON submission
    BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;

    -- answer: the body as it came, but for the authority's copy, which cleared_document has.
    CREATE TABLE submission_event (
      id INTEGER PRIMARY KEY,
      icv INTEGER NOT NULL REFERENCES submission (icv),
      at INTEGER NOT NULL,
      event TEXT NOT NULL CHECK (event IN ('sent', 'answered', 'unanswered')),
      http_status INTEGER,
      outcome TEXT,
      why TEXT,
      status TEXT,
      messages TEXT NOT NULL,
      next_at INTEGER,
      answer TEXT
    ) STRICT;

    CREATE INDEX submission_event_icv ON submission_event (icv);

    CREATE TRIGGER submission_event_is_new BEFORE INSERT ON submission_event
    WHEN EXISTS (SELECT 1 FROM submission_event WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
    CREATE TRIGGER submission_event_is_fixed BEFORE UPDATE ON submission_event
    BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
    CREATE TRIGGER submission_event_stays BEFORE DELETE ON submission_event
    BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;

    CREATE TABLE cleared_document (
      icv INTEGER PRIMARY KEY REFERENCES submission (icv),
      qr TEXT,
      xml BLOB NOT NULL
    ) STRICT;

    CREATE TRIGGER cleared_document_is_one BEFORE INSERT ON cleared_document
    WHEN EXISTS (SELECT 1 FROM cleared_document WHERE icv = NEW.icv)
    BEGIN SELECT RAISE(ABORT, 'a cleared document is never changed'); END;
    CREATE TRIGGER cleared_document_is_fixed BEFORE UPDATE ON cleared_document
    BEGIN SELECT RAISE(ABORT, 'a cleared document is never changed'); END;
    CREATE TRIGGER cleared_document_stays BEFORE DELETE ON cleared_document
    BEGIN SELECT RAISE(ABORT, 'a cleared document is never deleted'); END;
  `,
};
