export const records = `
  -- What was done, by whom and when: a chain. Each hash is over its line and the hash of the line before; the first line
  -- follows the ledger's id.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,        -- JSON
    hash TEXT NOT NULL           -- SHA-256 in hexadecimal
  ) STRICT;

  -- What is done without a document, by shift; what was printed, by document, and what may have been.
  CREATE INDEX audit_till_action ON audit (json_extract(detail, '$.shift'))
    WHERE action IN ('lines-removed', 'basket-emptied', 'basket-discarded', 'drawer-asked', 'drawer-opened',
      'drawer-failed', 'print-asked', 'print-failed', 'receipt-printed', 'report-printed', 'voucher-printed');
  CREATE INDEX audit_print ON audit (json_extract(detail, '$.uuid')) WHERE action = 'receipt-printed';
  -- The newest line of each has the digest of all rows of a kind (recorded-rows.ts).
  CREATE INDEX audit_recorded ON audit (action, id) WHERE action IN ('credentials-recorded', 'settings-recorded');
  CREATE INDEX audit_attempt ON audit (json_extract(detail, '$.print'))
    WHERE action IN ('print-asked', 'print-failed');

  CREATE TRIGGER audit_is_next BEFORE INSERT ON audit
  BEGIN
    SELECT RAISE(ABORT, 'the audit log only grows')
    WHERE NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM audit);
  END;
  CREATE TRIGGER audit_is_fixed BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
  CREATE TRIGGER audit_stays BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

  CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL          -- JSON
  ) STRICT, WITHOUT ROWID;
`;
