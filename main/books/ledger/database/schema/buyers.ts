export const buyers = `
  -- The book of buyers: read from documents (known-buyers.ts), and written by managers (buyer-book.ts).
  CREATE TABLE known_buyer (
    key TEXT PRIMARY KEY,        -- the buyer's number where there is one, else the folded name (buyer-key.ts)
    folded TEXT NOT NULL,        -- name and numbers, as search-words.ts folds them
    buyer TEXT NOT NULL,         -- JSON, as the newest sale has it, or a manager who wrote it since
    sold INTEGER NOT NULL,       -- in how many documents
    last INTEGER,                -- the newest counter, NULL while there is none
    written_at INTEGER,          -- when a manager wrote it last, NULL for never
    CHECK (last IS NOT NULL OR written_at IS NOT NULL)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX known_buyer_newest ON known_buyer (last DESC, folded);
  CREATE INDEX known_buyer_name ON known_buyer (folded);

  -- A key that a manager changed or merged into another one: what was written under it belongs to that one now.
  CREATE TABLE buyer_alias (
    key TEXT PRIMARY KEY,
    now TEXT NOT NULL CHECK (now <> key)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX buyer_alias_now ON buyer_alias (now);

  -- What each document adds to the account of its buyer, read from documents (accounts.ts); can be read anew.
  CREATE TABLE account_entry (
    icv INTEGER NOT NULL REFERENCES document (icv),
    -- 0 for the document itself, 1 for the rejected one in whose place it was issued, whose amount is taken off again, then
    -- two for each note that goes along with it to another buyer: even off the one account, odd onto the other.
    part INTEGER NOT NULL CHECK (part >= 0),
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    number TEXT NOT NULL,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,     -- in that currency; below zero the buyer owes less
    PRIMARY KEY (icv, part)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX account_entry_of ON account_entry (key, at);

  -- Payments on account, numbered without gaps, with the counter-entries of wrong ones and credit that is paid back.
  CREATE TABLE account_payment (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,
    name TEXT NOT NULL,          -- the buyer's, as the voucher has it
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    shift INTEGER REFERENCES shift (number),
    means TEXT NOT NULL,
    amount INTEGER NOT NULL,     -- halalas; below zero for a counter-entry and for what is paid back
    note TEXT,
    approval TEXT,               -- JSON: a manager's agreement, where a cashier needed one
    takes_back INTEGER UNIQUE REFERENCES account_payment (number),
    CHECK (amount <> 0 AND (takes_back IS NULL OR (takes_back < number AND note IS NOT NULL)))
  ) STRICT;

  CREATE INDEX account_payment_of ON account_payment (key, at);
  CREATE INDEX account_payment_in ON account_payment (shift) WHERE shift IS NOT NULL;

  CREATE TRIGGER account_payment_is_next BEFORE INSERT ON account_payment
  BEGIN
    SELECT RAISE(ABORT, 'payments are numbered without gaps')
    WHERE NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM account_payment)
      OR EXISTS (SELECT 1 FROM account_payment WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'a closed shift takes no payment')
    WHERE NEW.shift IS NOT NULL AND EXISTS (SELECT 1 FROM shift_report WHERE number >= NEW.shift);
    SELECT RAISE(ABORT, 'a payment is taken back whole, and once')
    WHERE NEW.takes_back IS NOT NULL AND (
      EXISTS (SELECT 1 FROM account_payment WHERE takes_back = NEW.takes_back)
      OR NOT EXISTS (SELECT 1 FROM account_payment AS p WHERE p.number = NEW.takes_back
        AND p.takes_back IS NULL AND p.amount = -NEW.amount AND p.means = NEW.means AND p.key = NEW.key));
  END;
  CREATE TRIGGER account_payment_is_fixed BEFORE UPDATE ON account_payment
  BEGIN SELECT RAISE(ABORT, 'a payment is never changed'); END;
  CREATE TRIGGER account_payment_stays BEFORE DELETE ON account_payment
  BEGIN SELECT RAISE(ABORT, 'a payment is never deleted'); END;

  -- The true time of a payment recorded under a clock that was ahead, as wrong_time has it for documents.
  CREATE TABLE wrong_payment_time (
    number INTEGER PRIMARY KEY REFERENCES account_payment (number),
    meant_at INTEGER NOT NULL
  ) STRICT;

  CREATE TRIGGER wrong_payment_time_goes_back BEFORE UPDATE ON wrong_payment_time
  WHEN OLD.number IS NOT NEW.number OR NEW.meant_at >= OLD.meant_at
  BEGIN SELECT RAISE(ABORT, 'a time is only taken back'); END;
  CREATE TRIGGER wrong_payment_time_stays BEFORE DELETE ON wrong_payment_time
  BEGIN SELECT RAISE(ABORT, 'what was said of a time is never deleted'); END;
  CREATE TRIGGER wrong_payment_time_is_earlier BEFORE INSERT ON wrong_payment_time
  BEGIN
    SELECT RAISE(ABORT, 'a time is only taken back')
    WHERE NEW.meant_at >= coalesce((SELECT meant_at FROM wrong_payment_time WHERE number = NEW.number),
      (SELECT at FROM account_payment WHERE number = NEW.number));
  END;

  -- The most that a buyer may owe, in halalas; a buyer without a row has no limit.
  CREATE TABLE account_limit (
    key TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0)
  ) STRICT, WITHOUT ROWID;
`;
