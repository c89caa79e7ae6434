import { firstPreviousHash } from './chain.ts';
import type { Migration } from './database.ts';

/*
 * The form of a ledger file. Times are milliseconds since 1970, money is halalas, hashes are Base64.
 *
 * Triggers hold what the product promises even against SQL of someone else's: an issued document is never changed or
 * deleted, and the chain has no gap and no fork. Each insert guard also refuses a row that exists, because
 * INSERT OR REPLACE removes the old row without asking the delete trigger.
 */

const chain: Migration = {
  name: 'the chain of documents',
  sql: `
    CREATE TABLE ledger (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      id TEXT NOT NULL,
      environment TEXT NOT NULL
    ) STRICT;

    CREATE TRIGGER ledger_is_fixed BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;
    CREATE TRIGGER ledger_stays BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;
    CREATE TRIGGER ledger_is_one BEFORE INSERT ON ledger WHEN EXISTS (SELECT 1 FROM ledger)
    BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;

    -- Short columns first: what lists and the next append read lies on a row's first page.
    CREATE TABLE document (
      icv INTEGER PRIMARY KEY,
      issued_at INTEGER NOT NULL,
      hash TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      uuid TEXT NOT NULL UNIQUE,
      number TEXT NOT NULL UNIQUE,
      sale_id TEXT UNIQUE,
      sale_digest TEXT NOT NULL,
      kind TEXT NOT NULL,
      customer TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('clearance', 'reporting')),
      currency TEXT NOT NULL,
      payable INTEGER NOT NULL,
      tax_exclusive INTEGER NOT NULL,
      vat INTEGER NOT NULL,
      rounding INTEGER NOT NULL,
      buyer_name TEXT,
      qr TEXT NOT NULL,
      sale TEXT NOT NULL,
      xml BLOB NOT NULL
    ) STRICT;

    CREATE TRIGGER document_is_fixed BEFORE UPDATE ON document
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER document_stays BEFORE DELETE ON document
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;
    CREATE TRIGGER document_is_next BEFORE INSERT ON document
    BEGIN
      SELECT RAISE(ABORT, 'a document takes the next counter')
      WHERE NEW.icv IS NOT (SELECT coalesce(max(icv), 0) + 1 FROM document);
      SELECT RAISE(ABORT, 'a document follows the head of the chain')
      WHERE NEW.previous_hash IS NOT coalesce(
        (SELECT hash FROM document ORDER BY icv DESC LIMIT 1), '${firstPreviousHash}');
      SELECT RAISE(ABORT, 'a document is not older than the one before it')
      WHERE NEW.issued_at < (SELECT issued_at FROM document ORDER BY icv DESC LIMIT 1);
      SELECT RAISE(ABORT, 'a document is issued once')
      WHERE EXISTS (SELECT 1 FROM document WHERE uuid = NEW.uuid)
        OR EXISTS (SELECT 1 FROM document WHERE number = NEW.number)
        OR EXISTS (SELECT 1 FROM document WHERE sale_id = NEW.sale_id);
    END;
  `,
};

const submissions: Migration = {
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

const records: Migration = {
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

const references: Migration = {
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

export const migrations: readonly Migration[] = [chain, submissions, records, references];
