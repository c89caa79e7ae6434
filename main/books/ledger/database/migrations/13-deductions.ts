import type { Migration } from '../database.ts';

export const deductions: Migration = {
  name: 'what final invoices deduct',
  sql: `
    -- number: of the prepayment invoice, as the final invoice names it, of this ledger or another system's.
    CREATE TABLE deduction (
      icv INTEGER NOT NULL REFERENCES document (icv),
      number TEXT NOT NULL,
      PRIMARY KEY (number, icv)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER deduction_is_fixed BEFORE UPDATE ON deduction
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER deduction_stays BEFORE DELETE ON deduction
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

    -- Most sales deduct nothing: their JSON is searched for the word, and not read.
    INSERT INTO deduction (icv, number)
    SELECT DISTINCT d.icv, p.value ->> '$.number'
    FROM (SELECT icv, sale FROM document WHERE kind = 'invoice' AND instr(sale, '"prepayments"') > 0) AS d,
      json_each(d.sale, '$.prepayments') AS p;
  `,
};
