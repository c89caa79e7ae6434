import type { Migration } from '../database.ts';

export const accounts: Migration = {
  name: 'what buyers owe, and what they paid of it',
  sql: `
    -- What each document adds to the account of its buyer, read from the documents (accounts.ts); could be thrown away
    -- and read anew. key: the buyer's as the document names it (buyer-key.ts). part: 0 for the document itself, 1 for
    -- the rejected one in whose place it was issued, whose amount is taken off again. number: of the document meant.
    -- amount: in the document's currency; below zero the buyer owes less.
    CREATE TABLE account_entry (
      icv INTEGER NOT NULL REFERENCES document (icv),
      part INTEGER NOT NULL CHECK (part IN (0, 1)),
      key TEXT NOT NULL,
      at INTEGER NOT NULL,
      number TEXT NOT NULL,
      kind TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (icv, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX account_entry_of ON account_entry (key, at);

    -- Documents up to this counter were read.
    CREATE TABLE account_until (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      icv INTEGER NOT NULL
    ) STRICT;
    INSERT INTO account_until VALUES (1, 0);

    -- A key that a manager changed or merged into another one: what was written under it belongs to that one now.
    CREATE TABLE buyer_alias (
      key TEXT PRIMARY KEY,
      now TEXT NOT NULL CHECK (now <> key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX buyer_alias_now ON buyer_alias (now);

    -- Payments on account, and the counter-entries of wrong ones, numbered without gaps. name: the buyer's, as the
    -- voucher has it. approval: JSON of a manager's agreement, where a cashier needed one. amount: halalas; below zero for a counter-entry, which has a reason and the payment it takes back.
    CREATE TABLE account_payment (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL,
      name TEXT NOT NULL,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      role TEXT,
      shift INTEGER REFERENCES shift (number),
      means TEXT NOT NULL,
      amount INTEGER NOT NULL,
      note TEXT,
      approval TEXT,
      takes_back INTEGER UNIQUE REFERENCES account_payment (number),
      CHECK ((takes_back IS NULL AND amount > 0) OR (takes_back < number AND amount < 0 AND note IS NOT NULL))
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
  `,
};
