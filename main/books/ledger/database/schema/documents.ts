import { firstPreviousHash } from '../first-previous-hash.ts';

export const documents = `
  -- The ledger's identity, fixed for the life of the file.
  CREATE TABLE ledger (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,            -- a random UUID
    environment TEXT NOT NULL    -- training, simulation or production
  ) STRICT;

  CREATE TRIGGER ledger_is_fixed BEFORE UPDATE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;
  CREATE TRIGGER ledger_stays BEFORE DELETE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;
  CREATE TRIGGER ledger_is_one BEFORE INSERT ON ledger WHEN EXISTS (SELECT 1 FROM ledger)
  BEGIN SELECT RAISE(ABORT, 'the ledger keeps its identity'); END;

  -- The chain of issued documents, with what lists, sums and accounting ask of them. The document itself is in body.
  -- Amounts are in the document's currency, but for vat_in_sar.
  CREATE TABLE document (
    icv INTEGER PRIMARY KEY,     -- the invoice counter value, from 1 without gaps
    issued_at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    uuid TEXT NOT NULL UNIQUE,
    number TEXT NOT NULL,
    sale_id TEXT UNIQUE,         -- the till's id of the sale, in lower case; the same id never makes a second document
    sale_digest TEXT NOT NULL,   -- of the sale as it was requested, see sale-digest.ts
    kind TEXT NOT NULL,
    customer TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('clearance', 'reporting')),
    currency TEXT NOT NULL,
    payable INTEGER NOT NULL,
    tax_exclusive INTEGER NOT NULL,
    tax_inclusive INTEGER NOT NULL,
    vat INTEGER NOT NULL,
    vat_in_sar INTEGER NOT NULL,
    rounding INTEGER NOT NULL,
    prepaid INTEGER NOT NULL,
    breakdown TEXT NOT NULL,     -- JSON: the rows of the VAT breakdown
    self_billed INTEGER NOT NULL CHECK (self_billed IN (0, 1)),
    buyer_name TEXT,             -- the other party, which is the supplier if the document is self-billed
    reference TEXT,              -- the caller's own
    metadata TEXT,               -- JSON, the caller's own
    by_kind TEXT NOT NULL,       -- person, program, dropFolder or commandLine
    by_name TEXT NOT NULL,
    by_role TEXT,                -- cashier or manager; of persons
    shift INTEGER REFERENCES shift (number),
    approval TEXT,               -- JSON: a manager's agreement, where a limit was exceeded
    facts TEXT                   -- JSON: removed goods, prices other than the article's, discounts
  ) STRICT;

  -- Numbers are found by their beginning in any case.
  CREATE UNIQUE INDEX document_number ON document (number COLLATE NOCASE);
  CREATE INDEX document_by ON document (by_name);
  CREATE INDEX document_in_shift ON document (shift) WHERE shift IS NOT NULL;
  CREATE INDEX document_outside_shifts ON document (issued_at) WHERE shift IS NULL AND by_kind = 'person';
  CREATE INDEX document_reference ON document (reference) WHERE reference IS NOT NULL;
  -- Most documents are invoices and no purchases; those are found without an index.
  CREATE INDEX document_kind ON document (kind) WHERE kind <> 'invoice';
  CREATE INDEX document_self_billed ON document (icv) WHERE self_billed = 1;

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
    WHERE NEW.issued_at < (SELECT coalesce(w.meant_at, d.issued_at)
      FROM document AS d LEFT JOIN wrong_time AS w USING (icv) ORDER BY d.icv DESC LIMIT 1);
    SELECT RAISE(ABORT, 'a document is issued once')
    WHERE EXISTS (SELECT 1 FROM document WHERE uuid = NEW.uuid)
      OR EXISTS (SELECT 1 FROM document WHERE number = NEW.number COLLATE NOCASE)
      OR EXISTS (SELECT 1 FROM document WHERE sale_id = NEW.sale_id);
    SELECT RAISE(ABORT, 'a closed shift takes no document')
    WHERE NEW.shift IS NOT NULL AND EXISTS (SELECT 1 FROM shift_report WHERE number >= NEW.shift);
  END;

  -- The document as it was issued and sent, and its sale as JSON; written with the document, compressed (bodies.ts).
  CREATE TABLE body (
    icv INTEGER PRIMARY KEY REFERENCES document (icv),
    xml BLOB NOT NULL,
    sale BLOB NOT NULL
  ) STRICT;

  CREATE TRIGGER body_is_once BEFORE INSERT ON body
  WHEN EXISTS (SELECT 1 FROM body WHERE icv = NEW.icv) OR NEW.icv IS NOT (SELECT max(icv) FROM document)
  BEGIN SELECT RAISE(ABORT, 'the body of a document is written with it'); END;
  CREATE TRIGGER body_is_fixed BEFORE UPDATE ON body
  BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
  CREATE TRIGGER body_stays BEFORE DELETE ON body
  BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

  -- How a document was paid, in its currency.
  CREATE TABLE payment (
    icv INTEGER NOT NULL REFERENCES document (icv),
    position INTEGER NOT NULL,
    means TEXT NOT NULL,
    amount INTEGER,              -- NULL when several means were named without amounts
    tendered INTEGER CHECK (tendered IS NULL OR tendered >= amount),
    PRIMARY KEY (icv, position)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX payment_means ON payment (means);

  CREATE TRIGGER payment_is_once BEFORE INSERT ON payment
  WHEN EXISTS (SELECT 1 FROM payment WHERE icv = NEW.icv AND position = NEW.position)
    OR NEW.icv IS NOT (SELECT max(icv) FROM document)
  BEGIN SELECT RAISE(ABORT, 'the payments of a document are written with it'); END;
  CREATE TRIGGER payment_is_fixed BEFORE UPDATE ON payment
  BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
  CREATE TRIGGER payment_stays BEFORE DELETE ON payment
  BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

  -- The documents that a note corrects. number: as the note spells it, of this ledger or another system's.
  CREATE TABLE reference (
    icv INTEGER NOT NULL REFERENCES document (icv),
    number TEXT NOT NULL,
    PRIMARY KEY (icv, number)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX reference_number ON reference (number);

  CREATE TRIGGER reference_is_fixed BEFORE UPDATE ON reference
  BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
  CREATE TRIGGER reference_stays BEFORE DELETE ON reference
  BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

  -- The prepayment invoices that a final invoice deducts. number: as the invoice spells it, of this ledger or another
  -- system's.
  CREATE TABLE deduction (
    icv INTEGER NOT NULL REFERENCES document (icv),
    number TEXT NOT NULL,
    PRIMARY KEY (icv, number)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX deduction_number ON deduction (number);

  CREATE TRIGGER deduction_is_fixed BEFORE UPDATE ON deduction
  BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
  CREATE TRIGGER deduction_stays BEFORE DELETE ON deduction
  BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

  -- A document that was issued in the place of a rejected one, which keeps its own place in the chain.
  CREATE TABLE reissue (
    icv INTEGER PRIMARY KEY REFERENCES document (icv),
    replaces INTEGER NOT NULL UNIQUE REFERENCES document (icv),
    said_at INTEGER              -- when a manager said so of an accepted document, which was issued by itself
  ) STRICT;

  CREATE TRIGGER reissue_is_of_a_rejected_one BEFORE INSERT ON reissue
  WHEN EXISTS (SELECT 1 FROM reissue WHERE icv = NEW.icv OR replaces = NEW.replaces)
    OR NEW.replaces >= NEW.icv
    OR 'rejected' IS NOT (SELECT state FROM submission WHERE icv = NEW.replaces)
    OR (NEW.said_at IS NOT NULL AND 'accepted' IS NOT (SELECT state FROM submission WHERE icv = NEW.icv))
  BEGIN SELECT RAISE(ABORT, 'a rejected document is issued anew, and once'); END;
  CREATE TRIGGER reissue_is_fixed BEFORE UPDATE ON reissue
  BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
  CREATE TRIGGER reissue_stays BEFORE DELETE ON reissue
  BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

  -- A document issued under a clock that was ahead keeps its time, and the chain its order. meant_at: when it was issued
  -- by the right clock, as far as a manager can tell; never before the document before it.
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
`;
