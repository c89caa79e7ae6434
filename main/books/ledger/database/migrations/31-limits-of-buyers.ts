import type { Migration } from '../database.ts';

export const limitsOfBuyers: Migration = {
  name: 'how much a buyer may owe, and credit that is paid back',
  sql: `
    -- The most that a buyer may owe, in halalas; a buyer without a row has no limit. key: see buyer-key.ts.
    CREATE TABLE account_limit (
      key TEXT PRIMARY KEY,
      amount INTEGER NOT NULL CHECK (amount >= 0)
    ) STRICT, WITHOUT ROWID;

    -- As before, and now with what is paid back to a buyer of whom the shop holds a credit: below zero, without a payment
    -- that it takes back.
    CREATE TABLE account_payment_now (
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
      takes_back INTEGER UNIQUE REFERENCES account_payment_now (number),
      CHECK (amount <> 0 AND (takes_back IS NULL OR (takes_back < number AND note IS NOT NULL)))
    ) STRICT;
    INSERT INTO account_payment_now
      SELECT number, id, key, name, at, actor, role, shift, means, amount, note, approval, takes_back
      FROM account_payment ORDER BY number;
    DROP TABLE account_payment;
    ALTER TABLE account_payment_now RENAME TO account_payment;
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
