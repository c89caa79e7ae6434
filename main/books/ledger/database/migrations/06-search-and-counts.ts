import type { Migration } from '../database.ts';

export const searchAndCounts: Migration = {
  name: 'search, and counts that need no counting',
  sql: `
    -- How many submissions are in each state; kept by triggers, so that it is as true as the rows themselves.
    CREATE TABLE submission_count (
      state TEXT PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    INSERT INTO submission_count
    SELECT value, (SELECT count(*) FROM submission WHERE state = value)
    FROM json_each('["waiting", "sending", "accepted", "rejected", "parked"]');

    CREATE TRIGGER submission_is_counted AFTER INSERT ON submission
    BEGIN UPDATE submission_count SET count = count + 1 WHERE state = NEW.state; END;
    CREATE TRIGGER submission_is_counted_anew AFTER UPDATE OF state ON submission WHEN OLD.state <> NEW.state
    BEGIN
      UPDATE submission_count SET count = count - 1 WHERE state = OLD.state;
      UPDATE submission_count SET count = count + 1 WHERE state = NEW.state;
    END;

    -- What documents are searched by, in short rows. Filled from the documents in idle moments and before each search
    -- (search-index.ts), so that issuing does not pay for it. buyer: name and VAT number as search-words.ts folds them.
    CREATE TABLE search_entry (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      number TEXT NOT NULL COLLATE NOCASE,
      kind TEXT NOT NULL,
      payable INTEGER NOT NULL,
      buyer TEXT
    ) STRICT;

    CREATE INDEX search_entry_number ON search_entry (number);
    CREATE INDEX search_entry_payable ON search_entry (payable);
    -- Most documents are invoices, which are found without an index.
    CREATE INDEX search_entry_kind ON search_entry (kind) WHERE kind <> 'invoice';

    -- Where any three characters in a row stand in search_entry.buyer; rowid is the counter.
    CREATE VIRTUAL TABLE search_buyer USING fts5 (buyer, content = '', columnsize = 0, tokenize = 'trigram');
  `,
};
