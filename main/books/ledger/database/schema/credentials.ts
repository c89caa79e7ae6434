export const credentials = `
  -- One onboarding, renewal or re-issue of credentials.
  CREATE TABLE flow (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('onboarding', 'renewal', 'reissue')),
    started_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned')),
    ended_at INTEGER,
    -- A request for this certificate went out and nothing was heard; the authority may have issued it.
    asked TEXT CHECK (asked IN ('compliance', 'production')),
    failure TEXT                 -- JSON: why it stands still
  ) STRICT;

  CREATE UNIQUE INDEX flow_open ON flow (state) WHERE state = 'open';

  CREATE TRIGGER flow_ends_once BEFORE UPDATE ON flow WHEN OLD.state <> 'open'
  BEGIN SELECT RAISE(ABORT, 'what has ended does not begin again'); END;
  CREATE TRIGGER flow_stays BEFORE DELETE ON flow
  BEGIN SELECT RAISE(ABORT, 'what was begun is never deleted'); END;

  -- The test documents of a flow.
  CREATE TABLE series_result (
    flow_id INTEGER NOT NULL REFERENCES flow (id),
    document TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'passed', 'failed')),
    at INTEGER NOT NULL,
    hash TEXT,                   -- of the one that was last sent, for the next one's previous hash
    http_status INTEGER,
    messages TEXT NOT NULL,      -- JSON
    PRIMARY KEY (flow_id, document)
  ) STRICT, WITHOUT ROWID;

  -- Certificates; nothing secret: secrets and keys are in the vault, under vault_key.
  CREATE TABLE credential (
    id INTEGER PRIMARY KEY,
    flow_id INTEGER REFERENCES flow (id),
    stage TEXT NOT NULL CHECK (stage IN ('compliance', 'production')),
    csid TEXT NOT NULL,
    request_id TEXT NOT NULL,
    certificate TEXT NOT NULL,
    vault_key TEXT NOT NULL,
    key_name TEXT,
    state TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    proved_at INTEGER,
    -- Between replaced_at and ended_at, when its secret and key are destroyed, a pair still serves what was stamped under
    -- it.
    replaced_at INTEGER,
    ended_at INTEGER,
    end_reason TEXT,
    -- Of a new pair that was rejected before it served: how often it was tried in vain, and when the last time was.
    rejections INTEGER NOT NULL DEFAULT 0,
    rejected_at INTEGER
  ) STRICT;

  CREATE UNIQUE INDEX credential_current ON credential (stage) WHERE replaced_at IS NULL;

  CREATE TRIGGER credential_is_fixed BEFORE UPDATE ON credential
  WHEN (OLD.id, OLD.stage, OLD.csid, OLD.request_id, OLD.certificate, OLD.vault_key, OLD.state, OLD.issued_at,
      OLD.flow_id, OLD.key_name)
    IS NOT (NEW.id, NEW.stage, NEW.csid, NEW.request_id, NEW.certificate, NEW.vault_key, NEW.state, NEW.issued_at,
      NEW.flow_id, NEW.key_name)
    OR (OLD.replaced_at IS NOT NULL AND OLD.replaced_at IS NOT NEW.replaced_at)
    OR (OLD.ended_at IS NOT NULL AND (OLD.ended_at, OLD.end_reason) IS NOT (NEW.ended_at, NEW.end_reason))
    OR (OLD.proved_at IS NOT NULL AND OLD.proved_at IS NOT NEW.proved_at)
  BEGIN SELECT RAISE(ABORT, 'a credential is replaced, never changed'); END;
  CREATE TRIGGER credential_stays BEFORE DELETE ON credential
  BEGIN SELECT RAISE(ABORT, 'a credential is replaced, never deleted'); END;

  -- Each 401 and 403 of any call.
  CREATE TABLE credential_refusal (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    credential_id INTEGER REFERENCES credential (id), -- whose pair it was, where that is in force or kept
    call TEXT NOT NULL,
    http_status INTEGER NOT NULL,
    code TEXT,
    message TEXT,
    cause TEXT                   -- as the terminal could tell it then
  ) STRICT;

  CREATE INDEX credential_refusal_at ON credential_refusal (at);
  CREATE INDEX credential_refusal_of ON credential_refusal (credential_id, id) WHERE credential_id IS NOT NULL;

  CREATE TRIGGER credential_refusal_is_new BEFORE INSERT ON credential_refusal
  WHEN EXISTS (SELECT 1 FROM credential_refusal WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
  CREATE TRIGGER credential_refusal_is_fixed BEFORE UPDATE ON credential_refusal
  BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END;
  CREATE TRIGGER credential_refusal_stays BEFORE DELETE ON credential_refusal
  BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;

  -- The last refusal before the authority let a call in again: those after it are in a row.
  CREATE TABLE credential_let_in (
    credential_id INTEGER PRIMARY KEY REFERENCES credential (id),
    after_refusal INTEGER NOT NULL
  ) STRICT;
`;
