import type { Migration } from '../database.ts';

export const records: Migration = {
  name: 'audit log, credentials and settings',
  sql: `
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      detail TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;

    CREATE TRIGGER audit_is_next BEFORE INSERT ON audit
    BEGIN
      SELECT RAISE(ABORT, 'the audit log only grows')
      WHERE NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM audit);
      SELECT RAISE(ABORT, 'the audit log is a chain')
      WHERE NEW.previous_hash IS NOT coalesce(
        (SELECT hash FROM audit ORDER BY id DESC LIMIT 1), (SELECT id FROM ledger));
    END;
    CREATE TRIGGER audit_is_fixed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
    CREATE TRIGGER audit_stays BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

    -- Nothing secret: secrets and keys are in the vault, under vault_key.
    CREATE TABLE credential (
      id INTEGER PRIMARY KEY,
      stage TEXT NOT NULL CHECK (stage IN ('compliance', 'production')),
      csid TEXT NOT NULL,
      request_id TEXT NOT NULL,
      certificate TEXT NOT NULL,
      vault_key TEXT NOT NULL,
      state TEXT NOT NULL,
      issued_at INTEGER NOT NULL,
      replaced_at INTEGER
    ) STRICT;

    CREATE UNIQUE INDEX credential_current ON credential (stage) WHERE replaced_at IS NULL;

    CREATE TRIGGER credential_is_fixed BEFORE UPDATE ON credential
    WHEN OLD.replaced_at IS NOT NULL OR (OLD.id, OLD.stage, OLD.csid, OLD.request_id, OLD.certificate, OLD.vault_key,
        OLD.state, OLD.issued_at)
      IS NOT (NEW.id, NEW.stage, NEW.csid, NEW.request_id, NEW.certificate, NEW.vault_key, NEW.state, NEW.issued_at)
    BEGIN SELECT RAISE(ABORT, 'a credential is replaced, never changed'); END;
    CREATE TRIGGER credential_stays BEFORE DELETE ON credential
    BEGIN SELECT RAISE(ABORT, 'a credential is replaced, never deleted'); END;

    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
