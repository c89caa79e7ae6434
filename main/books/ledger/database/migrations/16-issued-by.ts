import type { Migration } from '../database.ts';

export const issuedBy: Migration = {
  name: 'who issued each document, in which shift, and how it was paid',
  sql: `
    -- approval: JSON of a manager's agreement, where a limit was exceeded.
    -- kind: person, program, dropFolder, commandLine. Documents of earlier versions have no row: nobody knows.
    CREATE TABLE issued_by (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      kind TEXT NOT NULL,
      actor TEXT NOT NULL,
      role TEXT,
      shift INTEGER REFERENCES shift (number),
      approval TEXT
    ) STRICT;
    CREATE INDEX issued_in_shift ON issued_by (shift) WHERE shift IS NOT NULL;

    CREATE TRIGGER issued_by_is_in_open_shift BEFORE INSERT ON issued_by
    WHEN NEW.shift IS NOT NULL AND EXISTS (SELECT 1 FROM shift_report WHERE number >= NEW.shift)
    BEGIN SELECT RAISE(ABORT, 'a closed shift takes no document'); END;
    CREATE TRIGGER issued_by_is_once BEFORE INSERT ON issued_by
    WHEN EXISTS (SELECT 1 FROM issued_by WHERE icv = NEW.icv)
      OR NEW.icv IS NOT (SELECT max(icv) FROM document)
    BEGIN SELECT RAISE(ABORT, 'who issued a document is written with it'); END;
    CREATE TRIGGER issued_by_is_fixed BEFORE UPDATE ON issued_by
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER issued_by_stays BEFORE DELETE ON issued_by
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

    -- In the document's currency. amount: NULL when several means were named without amounts.
    CREATE TABLE payment (
      icv INTEGER NOT NULL REFERENCES document (icv),
      position INTEGER NOT NULL,
      means TEXT NOT NULL,
      amount INTEGER,
      tendered INTEGER CHECK (tendered IS NULL OR tendered >= amount),
      PRIMARY KEY (icv, position)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO payment (icv, position, means, amount)
    SELECT d.icv, p.key, p.value ->> '$.means',
      CASE WHEN json_array_length(d.sale, '$.payments') = 1 THEN d.payable END
    FROM document AS d, json_each(d.sale, '$.payments') AS p
    WHERE p.value ->> '$.means' IS NOT NULL;

    CREATE TRIGGER payment_is_once BEFORE INSERT ON payment
    WHEN EXISTS (SELECT 1 FROM payment WHERE icv = NEW.icv AND position = NEW.position)
      OR NEW.icv IS NOT (SELECT max(icv) FROM document)
    BEGIN SELECT RAISE(ABORT, 'the payments of a document are written with it'); END;
    CREATE TRIGGER payment_is_fixed BEFORE UPDATE ON payment
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER payment_stays BEFORE DELETE ON payment
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;
  `,
};
