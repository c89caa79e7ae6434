/** Matches a text with as many digits in a row as a card number has. */
const cardNumber = `'*${'[0-9]'.repeat(13)}*'`;
/** Matches the refunds of a purchase that gave money back, or may have given it back. */
const counts = `r.state NOT IN ('declined', 'cancelled') AND r.settlement IS NOT 'voided'`;

export const cards = `
  -- Payments and refunds at a card terminal, each written before the terminal is asked. No column has room for a card
  -- number.
  CREATE TABLE card_payment (
    id TEXT PRIMARY KEY,
    sale TEXT NOT NULL,          -- the id of the sale that is paid
    terminal TEXT NOT NULL,      -- the card terminal that knows the payment
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    shift INTEGER REFERENCES shift (number),
    agreed TEXT,                 -- JSON: a manager's agreements to the documents that the payment is for
    corrects TEXT,               -- JSON: the numbers whose goods come back with it
    note TEXT,                   -- the sale id of the credit note for which money is given back; NULL if the customer pays
    purchase TEXT REFERENCES card_payment (id), -- the payment to whose card it goes back, where the ledger knows it
    returned TEXT,               -- JSON: that credit note, where no basket has it
    -- asked, unknown: unresolved. differs: the terminal took another amount than it was asked for. The others are final.
    state TEXT NOT NULL CHECK (state IN ('asked', 'unknown', 'differs', 'approved', 'declined', 'cancelled')),
    changed_at INTEGER NOT NULL,
    taken INTEGER,               -- the amount as the terminal says it
    says TEXT CHECK (says NOT GLOB ${cardNumber}),
    reference TEXT CHECK (reference NOT GLOB ${cardNumber}),
    approval_code TEXT CHECK (approval_code NOT GLOB ${cardNumber}),
    last_four TEXT CHECK (last_four GLOB '[0-9][0-9][0-9][0-9]'),
    scheme TEXT CHECK (scheme NOT GLOB ${cardNumber}),
    ended_by TEXT,               -- the manager who said how an unresolved payment ended; the terminal did not
    icv INTEGER REFERENCES document (icv), -- the document that took the payment, written with it
    position INTEGER,
    settlement TEXT CHECK (settlement IN ('voided', 'belongs')), -- of an approval that no document took, by a manager
    settled_by TEXT,
    CHECK (icv IS NULL OR state = 'approved'),
    CHECK (settlement IS NULL OR state = 'approved'),
    CHECK (state <> 'approved' OR taken IS NULL OR taken = amount OR ended_by IS NOT NULL)
  ) STRICT, WITHOUT ROWID;

  -- One unresolved payment blocks another for the same sale.
  CREATE UNIQUE INDEX card_payment_unresolved ON card_payment (sale) WHERE state IN ('asked', 'unknown', 'differs');
  CREATE INDEX card_payment_of_sale ON card_payment (sale, at);
  CREATE INDEX card_payment_open ON card_payment (at)
    WHERE state IN ('asked', 'unknown', 'differs') OR (state = 'approved' AND icv IS NULL AND settlement IS NULL);
  CREATE UNIQUE INDEX card_payment_of_document ON card_payment (icv, position) WHERE position IS NOT NULL;
  CREATE INDEX card_payment_of_note ON card_payment (note) WHERE note IS NOT NULL;
  CREATE INDEX card_payment_of_purchase ON card_payment (purchase) WHERE purchase IS NOT NULL;

  CREATE TRIGGER card_payment_is_asked_first BEFORE INSERT ON card_payment
  BEGIN
    SELECT RAISE(ABORT, 'a card payment begins with the question') WHERE NEW.state <> 'asked' OR NEW.icv IS NOT NULL;
    SELECT RAISE(ABORT, 'a card payment is asked for once')
    WHERE EXISTS (SELECT 1 FROM card_payment WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM card_payment WHERE sale = NEW.sale AND state IN ('asked', 'unknown', 'differs'));
  END;
  CREATE TRIGGER card_payment_is_fixed
  BEFORE UPDATE OF id, sale, terminal, amount, currency, at, actor, role, shift, agreed, corrects, note, purchase,
    returned ON card_payment
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
  CREATE TRIGGER card_refund_is_no_more BEFORE INSERT ON card_payment WHEN NEW.purchase IS NOT NULL
  BEGIN
    SELECT RAISE(ABORT, 'no more goes back to a card than was paid with it')
    WHERE NEW.note IS NULL OR NEW.amount > coalesce((SELECT p.amount - coalesce(
        (SELECT sum(r.amount) FROM card_payment AS r WHERE r.purchase = p.id AND ${counts}), 0)
      FROM card_payment AS p WHERE p.id = NEW.purchase AND p.note IS NULL AND p.state = 'approved'), 0);
  END;
`;
