import type { Migration } from '../database.ts';

export const wrongPaymentTimes: Migration = {
  name: 'payments on account whose time a manager said was wrong',
  sql: `
    -- A payment recorded under a clock that was ahead keeps its time. meant_at: the true one, as wrong_time has it for
    -- documents.
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
  `,
};
