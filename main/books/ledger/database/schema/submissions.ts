/**
 * The time of a change, which is that of the call that caused it, but never before the previous change, even if the
 * clock was set back.
 */
const changedAt = `max(
      coalesce((SELECT at FROM status_change ORDER BY id DESC LIMIT 1), 0),
      coalesce(CASE WHEN NEW.state = 'waiting' THEN NEW.next_at
        ELSE (SELECT at FROM submission_event WHERE icv = NEW.icv ORDER BY id DESC LIMIT 1) END, 0))`;

export const submissions = `
  -- The way of each document to the authority.
  CREATE TABLE submission (
    icv INTEGER PRIMARY KEY REFERENCES document (icv),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'accepted', 'rejected', 'parked')),
    mode TEXT NOT NULL CHECK (mode IN ('clearance', 'reporting')),
    due_at INTEGER NOT NULL,
    report_by INTEGER,           -- its deadline from the moment when clearance is off and it goes by reporting; set once
    -- While waiting the time of the next call, while sending the end of the claim's lease.
    next_at INTEGER CHECK ((next_at IS NOT NULL) = (state IN ('waiting', 'sending'))),
    sender TEXT,                 -- while sending, the opening of the ledger whose call it is (sender.ts)
    attempts INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    outcome TEXT,
    status TEXT,                 -- the authority's word, as it came
    accepted_at INTEGER,
    told INTEGER                 -- the hours left (12, 4, 1, 0) of the nearest threshold that a person was told of
  ) STRICT;

  -- These omit accepted documents, so that looking for work never grows with the years. The first is in the order of the
  -- queue, with all that the queue and the deadline watch look at; the second says when to look again.
  CREATE INDEX submission_unaccepted ON submission (state, mode, coalesce(report_by, due_at), next_at, told)
    WHERE state <> 'accepted';
  CREATE INDEX submission_next ON submission (state, next_at) WHERE state <> 'accepted';
  -- Due-order reads the documents that were called in vain apart from the others, however many of either wait. A document
  -- joins once a call of it brought no answer, so that issuing does not pay for the index.
  CREATE INDEX submission_tried ON submission (mode, coalesce(report_by, due_at), next_at)
    WHERE state = 'waiting' AND attempts > 0;
  -- Reports that the authority took after their deadline: few, and read for years.
  CREATE INDEX submission_late ON submission (icv)
    WHERE mode = 'reporting' AND accepted_at > coalesce(report_by, due_at);

  CREATE TRIGGER submission_is_one BEFORE INSERT ON submission
  WHEN EXISTS (SELECT 1 FROM submission WHERE icv = NEW.icv)
  BEGIN SELECT RAISE(ABORT, 'a document has one submission'); END;
  CREATE TRIGGER submission_stays BEFORE DELETE ON submission
  BEGIN SELECT RAISE(ABORT, 'a submission is never deleted'); END;
  CREATE TRIGGER submission_is_final BEFORE UPDATE ON submission WHEN OLD.state IN ('accepted', 'rejected')
  BEGIN SELECT RAISE(ABORT, 'the answer of the authority is final'); END;
  CREATE TRIGGER submission_deadline_is_fixed BEFORE UPDATE OF icv, due_at ON submission
  WHEN OLD.icv IS NOT NEW.icv OR NOT EXISTS (SELECT 1 FROM wrong_time WHERE icv = OLD.icv)
  BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;
  CREATE TRIGGER submission_report_by_is_set_once BEFORE UPDATE OF report_by ON submission
  WHEN OLD.report_by IS NOT NEW.report_by
    AND (OLD.report_by IS NOT NULL OR OLD.mode <> 'clearance' OR NEW.mode <> 'reporting')
    AND NOT EXISTS (SELECT 1 FROM wrong_time WHERE icv = OLD.icv)
  BEGIN SELECT RAISE(ABORT, 'a deadline does not move'); END;

  -- The number of submissions in each state; kept by triggers, so that it is as true as the rows themselves.
  CREATE TABLE submission_count (
    state TEXT PRIMARY KEY,
    count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO submission_count
  VALUES ('waiting', 0), ('sending', 0), ('accepted', 0), ('rejected', 0), ('parked', 0);

  CREATE TRIGGER submission_is_counted AFTER INSERT ON submission
  BEGIN UPDATE submission_count SET count = count + 1 WHERE state = NEW.state; END;
  CREATE TRIGGER submission_is_counted_anew AFTER UPDATE OF state ON submission WHEN OLD.state <> NEW.state
  BEGIN
    UPDATE submission_count SET count = count - 1 WHERE state = OLD.state;
    UPDATE submission_count SET count = count + 1 WHERE state = NEW.state;
  END;

  -- Each call to the authority: when it was sent, and what came of it.
  CREATE TABLE submission_event (
    id INTEGER PRIMARY KEY,
    icv INTEGER NOT NULL REFERENCES submission (icv),
    at INTEGER NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('sent', 'answered', 'unanswered')),
    http_status INTEGER,
    outcome TEXT,
    why TEXT,                    -- why there was no answer
    status TEXT,
    messages TEXT NOT NULL,      -- JSON: errors and warnings
    next_at INTEGER,
    answer TEXT                  -- the body as it came, without the authority's copy, which cleared_document has
  ) STRICT;

  CREATE INDEX submission_event_icv ON submission_event (icv);

  CREATE TRIGGER submission_event_is_new BEFORE INSERT ON submission_event
  WHEN EXISTS (SELECT 1 FROM submission_event WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
  CREATE TRIGGER submission_event_is_fixed BEFORE UPDATE ON submission_event
  BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
  CREATE TRIGGER submission_event_stays BEFORE DELETE ON submission_event
  BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;

  -- The authority's own copies, compressed (bodies.ts). base: the copy on which this one rests, NULL for none.
  CREATE TABLE cleared_document (
    icv INTEGER PRIMARY KEY REFERENCES submission (icv),
    base INTEGER REFERENCES cleared_document (icv),
    xml BLOB NOT NULL
  ) STRICT;

  CREATE TRIGGER cleared_document_is_one BEFORE INSERT ON cleared_document
  WHEN EXISTS (SELECT 1 FROM cleared_document WHERE icv = NEW.icv)
  BEGIN SELECT RAISE(ABORT, 'a cleared document is never changed'); END;
  CREATE TRIGGER cleared_document_is_fixed BEFORE UPDATE ON cleared_document
  BEGIN SELECT RAISE(ABORT, 'a cleared document is never changed'); END;
  CREATE TRIGGER cleared_document_stays BEFORE DELETE ON cleared_document
  BEGIN SELECT RAISE(ABORT, 'a cleared document is never deleted'); END;

  -- Where each document stands in the order of changes: issued, accepted, rejected, parked, sent again. A change moves its
  -- row to the end. Calls under way are no change. at never falls with id: a clock that is set back hides nothing.
  CREATE TABLE status_change (
    id INTEGER PRIMARY KEY,
    icv INTEGER NOT NULL UNIQUE REFERENCES document (icv),
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TRIGGER status_begins AFTER INSERT ON submission
  BEGIN
    INSERT INTO status_change (id, icv, at)
    SELECT coalesce(max(id), 0) + 1, NEW.icv, ${changedAt} FROM status_change;
  END;
  CREATE TRIGGER status_changes AFTER UPDATE OF state ON submission
  WHEN OLD.state <> NEW.state AND (OLD.state = 'parked' OR NEW.state IN ('accepted', 'rejected', 'parked'))
  BEGIN
    UPDATE status_change SET at = ${changedAt}, id = (SELECT max(id) FROM status_change) + 1 WHERE icv = NEW.icv;
  END;
  CREATE TRIGGER status_change_stays BEFORE DELETE ON status_change
  BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;
`;
