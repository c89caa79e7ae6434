import type { Migration } from '../database.ts';

export const cardPayments: Migration = {
  name: 'payments asked for at a card terminal',
  sql: `
    -- Written before the card terminal is asked. terminal: the one that knows the payment.
    -- state: asked and unknown are unresolved, the others final. answer: the terminal's last answer as it came.
    -- icv, position: the document that took the payment, written with it. settlement: the end of an approval that no
    -- document took, said by a manager.
    CREATE TABLE card_payment (
      id TEXT PRIMARY KEY,
      sale TEXT NOT NULL,
      terminal TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (amount > 0),
      currency TEXT NOT NULL,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      role TEXT,
      shift INTEGER REFERENCES shift (number),
      state TEXT NOT NULL CHECK (state IN ('asked', 'unknown', 'approved', 'declined', 'cancelled')),
      changed_at INTEGER NOT NULL,
      says TEXT,
      reference TEXT,
      masked_number TEXT,
      scheme TEXT,
      answer TEXT,
      icv INTEGER REFERENCES document (icv),
      position INTEGER,
      settlement TEXT CHECK (settlement IN ('voided', 'belongs')),
      settled_by TEXT,
      CHECK (icv IS NULL OR state = 'approved'),
      CHECK (settlement IS NULL OR state = 'approved')
    ) STRICT, WITHOUT ROWID;
    -- One unresolved payment blocks another for the same sale.
    CREATE UNIQUE INDEX card_payment_unresolved ON card_payment (sale) WHERE state IN ('asked', 'unknown');
    CREATE INDEX card_payment_of_sale ON card_payment (sale, at);
    CREATE INDEX card_payment_open ON card_payment (at)
      WHERE state IN ('asked', 'unknown') OR (state = 'approved' AND icv IS NULL AND settlement IS NULL);
    CREATE UNIQUE INDEX card_payment_of_document ON card_payment (icv, position) WHERE position IS NOT NULL;

    CREATE TRIGGER card_payment_is_asked_first BEFORE INSERT ON card_payment
    BEGIN
      SELECT RAISE(ABORT, 'a card payment begins with the question') WHERE NEW.state <> 'asked' OR NEW.icv IS NOT NULL;
      SELECT RAISE(ABORT, 'a card payment is asked for once')
      WHERE EXISTS (SELECT 1 FROM card_payment WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM card_payment WHERE sale = NEW.sale AND state IN ('asked', 'unknown'));
    END;
    CREATE TRIGGER card_payment_is_fixed
    BEFORE UPDATE OF id, sale, terminal, amount, currency, at, actor, role, shift ON card_payment
    BEGIN SELECT RAISE(ABORT, 'the question of a card payment is never changed'); END;
    CREATE TRIGGER card_payment_answer_is_final
    BEFORE UPDATE OF state, says, reference, masked_number, scheme, answer ON card_payment
    WHEN OLD.state NOT IN ('asked', 'unknown')
    BEGIN SELECT RAISE(ABORT, 'the end of a card payment is never changed'); END;
    CREATE TRIGGER card_payment_is_taken_once BEFORE UPDATE OF icv, position, settlement, settled_by ON card_payment
    WHEN OLD.icv IS NOT NULL OR OLD.settlement IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a card payment is taken or settled once'); END;
    CREATE TRIGGER card_payment_stays BEFORE DELETE ON card_payment
    BEGIN SELECT RAISE(ABORT, 'a card payment is never deleted'); END;
  `,
};
