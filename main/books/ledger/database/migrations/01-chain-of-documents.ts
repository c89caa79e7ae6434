import type { Migration } from '../database.ts';
import { firstPreviousHash } from '../first-previous-hash.ts';

export const chain: Migration = {
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
