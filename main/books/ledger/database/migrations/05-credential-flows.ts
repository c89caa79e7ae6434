import type { Migration } from '../database.ts';

export const credentialFlows: Migration = {
  name: 'the ways to a credential',
  sql: `
    -- One onboarding, renewal or re-issue. asked: a request for a certificate went out and nothing was heard; the
    -- authority may have issued one. failure: why it stands still, as JSON.
    CREATE TABLE flow (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('onboarding', 'renewal', 'reissue')),
      started_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned')),
      ended_at INTEGER,
      asked TEXT CHECK (asked IN ('compliance', 'production')),
      failure TEXT
    ) STRICT;

    CREATE UNIQUE INDEX flow_open ON flow (state) WHERE state = 'open';

    CREATE TRIGGER flow_ends_once BEFORE UPDATE ON flow WHEN OLD.state <> 'open'
    BEGIN SELECT RAISE(ABORT, 'what has ended does not begin again'); END;
    CREATE TRIGGER flow_stays BEFORE DELETE ON flow
    BEGIN SELECT RAISE(ABORT, 'what was begun is never deleted'); END;

    -- The test documents of a flow; hash: of the one that was last sent, for the next one's previous hash.
    CREATE TABLE series_result (
      flow_id INTEGER NOT NULL REFERENCES flow (id),
      document TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'passed', 'failed')),
      at INTEGER NOT NULL,
      hash TEXT,
      http_status INTEGER,
      messages TEXT NOT NULL,
      PRIMARY KEY (flow_id, document)
    ) STRICT, WITHOUT ROWID;

    -- ended_at: its secret and key were destroyed. Between replaced_at and ended_at a pair still serves what was stamped
    -- under it.
    ALTER TABLE credential ADD COLUMN flow_id INTEGER REFERENCES flow (id);
    ALTER TABLE credential ADD COLUMN key_name TEXT;
    ALTER TABLE credential ADD COLUMN ended_at INTEGER;
    ALTER TABLE credential ADD COLUMN end_reason TEXT;
    ALTER TABLE credential ADD COLUMN proved_at INTEGER;

    DROP TRIGGER credential_is_fixed;
    CREATE TRIGGER credential_is_fixed BEFORE UPDATE ON credential
    WHEN (OLD.id, OLD.stage, OLD.csid, OLD.request_id, OLD.certificate, OLD.vault_key, OLD.state, OLD.issued_at,
        OLD.flow_id, OLD.key_name)
      IS NOT (NEW.id, NEW.stage, NEW.csid, NEW.request_id, NEW.certificate, NEW.vault_key, NEW.state, NEW.issued_at,
        NEW.flow_id, NEW.key_name)
      OR (OLD.replaced_at IS NOT NULL AND OLD.replaced_at IS NOT NEW.replaced_at)
      OR (OLD.ended_at IS NOT NULL AND (OLD.ended_at, OLD.end_reason) IS NOT (NEW.ended_at, NEW.end_reason))
      OR (OLD.proved_at IS NOT NULL AND OLD.proved_at IS NOT NEW.proved_at)
    BEGIN SELECT RAISE(ABORT, 'a credential is replaced, never changed'); END;
  `,
};
