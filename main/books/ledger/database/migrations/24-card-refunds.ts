import type { Migration } from '../database.ts';

/** Matches the refunds of a purchase that gave money back, or may have given it back. */
const counts = `r.state NOT IN ('declined', 'cancelled') AND r.settlement IS NOT 'voided'`;

export const cardRefunds: Migration = {
  name: 'money given back at a card terminal',
  sql: `
    -- note: the sale id of the credit note for which money is given back; NULL where the customer pays.
    -- purchase: the payment of the customer to whose card it goes back, where the ledger knows it.
    -- returned: JSON of that credit note, where no basket has it.
    ALTER TABLE card_payment ADD COLUMN note TEXT;
    ALTER TABLE card_payment ADD COLUMN purchase TEXT REFERENCES card_payment (id);
    ALTER TABLE card_payment ADD COLUMN returned TEXT;
    CREATE INDEX card_payment_of_note ON card_payment (note) WHERE note IS NOT NULL;
    CREATE INDEX card_payment_of_purchase ON card_payment (purchase) WHERE purchase IS NOT NULL;

    DROP TRIGGER card_payment_is_fixed;
    CREATE TRIGGER card_payment_is_fixed
    BEFORE UPDATE OF id, sale, terminal, amount, currency, at, actor, role, shift, agreed, corrects, note, purchase,
      returned ON card_payment
    BEGIN SELECT RAISE(ABORT, 'the question of a card payment is never changed'); END;
    CREATE TRIGGER card_refund_is_no_more BEFORE INSERT ON card_payment WHEN NEW.purchase IS NOT NULL
    BEGIN
      SELECT RAISE(ABORT, 'no more goes back to a card than was paid with it')
      WHERE NEW.note IS NULL OR NEW.amount > coalesce((SELECT p.amount - coalesce(
          (SELECT sum(r.amount) FROM card_payment AS r WHERE r.purchase = p.id AND ${counts}), 0)
        FROM card_payment AS p WHERE p.id = NEW.purchase AND p.note IS NULL AND p.state = 'approved'), 0);
    END;
  `,
};
