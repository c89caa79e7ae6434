import type { Migration } from '../database.ts';

/** Matches a text with as many digits in a row as a card number has. */
const cardNumber = `'*${'[0-9]'.repeat(13)}*'`;
const safe = (column: string) => `CASE WHEN ${column} GLOB ${cardNumber} THEN NULL ELSE ${column} END`;

export const cardEnds: Migration = {
  name: 'card payments that a person ends, and the drawer before its pulse',
  sql: `
    -- differs: the terminal took another amount than it was asked for. taken: the amount as the terminal says it.
    -- ended_by: the manager who said how an unresolved payment ended; the terminal did not. agreed: JSON of a manager's
    -- agreements to the documents that the payment is for. corrects: JSON of the numbers whose goods come back with it.
    -- No column has room for a card number.
    CREATE TABLE card_payment_now (
      id TEXT PRIMARY KEY,
      sale TEXT NOT NULL,
      terminal TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (amount > 0),
      currency TEXT NOT NULL,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      role TEXT,
      shift INTEGER REFERENCES shift (number),
      agreed TEXT,
      corrects TEXT,
      state TEXT NOT NULL CHECK (state IN ('asked', 'unknown', 'differs', 'approved', 'declined', 'cancelled')),
      changed_at INTEGER NOT NULL,
      taken INTEGER,
      says TEXT CHECK (says NOT GLOB ${cardNumber}),
      reference TEXT CHECK (reference NOT GLOB ${cardNumber}),
      approval_code TEXT CHECK (approval_code NOT GLOB ${cardNumber}),
      last_four TEXT CHECK (last_four GLOB '[0-9][0-9][0-9][0-9]'),
      scheme TEXT CHECK (scheme NOT GLOB ${cardNumber}),
      ended_by TEXT,
      icv INTEGER REFERENCES document (icv),
      position INTEGER,
      settlement TEXT CHECK (settlement IN ('voided', 'belongs')),
      settled_by TEXT,
      CHECK (icv IS NULL OR state = 'approved'),
      CHECK (settlement IS NULL OR state = 'approved'),
      CHECK (state <> 'approved' OR taken IS NULL OR taken = amount OR ended_by IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO card_payment_now (id, sale, terminal, amount, currency, at, actor, role, shift, state, changed_at, says,
      reference, last_four, scheme, icv, position, settlement, settled_by)
    SELECT id, sale, terminal, amount, currency, at, actor, role, shift, state, changed_at, ${safe('says')},
      ${safe('reference')},
      CASE WHEN substr(masked_number, -4) GLOB '[0-9][0-9][0-9][0-9]' THEN substr(masked_number, -4) END,
      ${safe('scheme')}, icv, position, settlement, settled_by
    FROM card_payment;
    DROP TABLE card_payment;
    ALTER TABLE card_payment_now RENAME TO card_payment;

    CREATE UNIQUE INDEX card_payment_unresolved ON card_payment (sale) WHERE state IN ('asked', 'unknown', 'differs');
    CREATE INDEX card_payment_of_sale ON card_payment (sale, at);
    CREATE INDEX card_payment_open ON card_payment (at)
      WHERE state IN ('asked', 'unknown', 'differs') OR (state = 'approved' AND icv IS NULL AND settlement IS NULL);
    CREATE UNIQUE INDEX card_payment_of_document ON card_payment (icv, position) WHERE position IS NOT NULL;

    CREATE TRIGGER card_payment_is_asked_first BEFORE INSERT ON card_payment
    BEGIN
      SELECT RAISE(ABORT, 'a card payment begins with the question') WHERE NEW.state <> 'asked' OR NEW.icv IS NOT NULL;
      SELECT RAISE(ABORT, 'a card payment is asked for once')
      WHERE EXISTS (SELECT 1 FROM card_payment WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM card_payment
          WHERE sale = NEW.sale AND state IN ('asked', 'unknown', 'differs'));
    END;
    CREATE TRIGGER card_payment_is_fixed
    BEFORE UPDATE OF id, sale, terminal, amount, currency, at, actor, role, shift, agreed, corrects ON card_payment
    BEGIN SELECT RAISE(ABORT, 'the question of a card payment is never changed'); END;
    CREATE TRIGGER card_payment_answer_is_final
    BEFORE UPDATE OF state, taken, says, reference, approval_code, last_four, scheme, ended_by ON card_payment
    WHEN OLD.state NOT IN ('asked', 'unknown', 'differs')
    BEGIN SELECT RAISE(ABORT, 'the end of a card payment is never changed'); END;
    CREATE TRIGGER card_payment_is_taken_once BEFORE UPDATE OF icv, position, settlement, settled_by ON card_payment
    WHEN OLD.icv IS NOT NULL OR OLD.settlement IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a card payment is taken or settled once'); END;
    CREATE TRIGGER card_payment_stays BEFORE DELETE ON card_payment
    BEGIN SELECT RAISE(ABORT, 'a card payment is never deleted'); END;

    DROP INDEX audit_deed;
    CREATE INDEX audit_deed ON audit (json_extract(detail, '$.shift'))
    WHERE action IN ('lines-removed', 'basket-emptied', 'basket-discarded', 'drawer-asked', 'drawer-opened',
      'drawer-failed', 'receipt-printed', 'report-printed');
  `,
};
