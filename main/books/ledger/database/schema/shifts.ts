export const shifts = `
  -- A shift is open until it has a closing report; one is open at a time.
  CREATE TABLE shift (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    opened_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    opening_float INTEGER NOT NULL CHECK (opening_float >= 0)
  ) STRICT;

  CREATE TRIGGER shift_is_next BEFORE INSERT ON shift
  BEGIN
    SELECT RAISE(ABORT, 'a shift takes the next number')
    WHERE NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM shift);
    SELECT RAISE(ABORT, 'one shift is open at a time')
    WHERE (SELECT max(number) FROM shift) IS NOT (SELECT max(number) FROM shift_report);
    SELECT RAISE(ABORT, 'a shift is opened once') WHERE EXISTS (SELECT 1 FROM shift WHERE id = NEW.id);
  END;
  CREATE TRIGGER shift_is_fixed BEFORE UPDATE ON shift
  BEGIN SELECT RAISE(ABORT, 'a shift is never changed'); END;
  CREATE TRIGGER shift_stays BEFORE DELETE ON shift
  BEGIN SELECT RAISE(ABORT, 'a shift is never deleted'); END;

  -- Cash that was paid in or out of a drawer, and its handing over.
  CREATE TABLE cash_movement (
    id TEXT PRIMARY KEY,
    shift INTEGER NOT NULL REFERENCES shift (number),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('in', 'out', 'handover')), -- handover: the actor takes the drawer over
    amount INTEGER NOT NULL CHECK (amount >= 0),                  -- 0 for a handover
    reason TEXT
  ) STRICT;

  CREATE INDEX cash_movement_of_shift ON cash_movement (shift);

  CREATE TRIGGER cash_movement_is_of_open_shift BEFORE INSERT ON cash_movement
  BEGIN
    SELECT RAISE(ABORT, 'cash moves in the open shift')
    WHERE NEW.shift IS NOT (SELECT max(number) FROM shift)
      OR EXISTS (SELECT 1 FROM shift_report WHERE number = NEW.shift);
    SELECT RAISE(ABORT, 'cash moves once') WHERE EXISTS (SELECT 1 FROM cash_movement WHERE id = NEW.id);
  END;
  CREATE TRIGGER cash_movement_is_fixed BEFORE UPDATE ON cash_movement
  BEGIN SELECT RAISE(ABORT, 'a movement of cash is never changed'); END;
  CREATE TRIGGER cash_movement_stays BEFORE DELETE ON cash_movement
  BEGIN SELECT RAISE(ABORT, 'a movement of cash is never deleted'); END;

  -- The closing reports: a chain, whose first report follows the ledger's id.
  CREATE TABLE shift_report (
    number INTEGER PRIMARY KEY REFERENCES shift (number),
    closed_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    report TEXT NOT NULL,        -- JSON, hashed exactly as stored with the hash of the report before
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER shift_report_is_next BEFORE INSERT ON shift_report
  BEGIN
    SELECT RAISE(ABORT, 'reports are numbered without gaps')
    WHERE NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM shift_report);
    SELECT RAISE(ABORT, 'the reports are a chain')
    WHERE NEW.previous_hash IS NOT coalesce(
      (SELECT hash FROM shift_report ORDER BY number DESC LIMIT 1), (SELECT id FROM ledger));
  END;
  CREATE TRIGGER shift_report_is_fixed BEFORE UPDATE ON shift_report
  BEGIN SELECT RAISE(ABORT, 'a closing report is never changed'); END;
  CREATE TRIGGER shift_report_stays BEFORE DELETE ON shift_report
  BEGIN SELECT RAISE(ABORT, 'a closing report is never deleted'); END;

  -- Baskets that are not sold yet; each is deleted with the document of its sale.
  CREATE TABLE basket (
    id TEXT PRIMARY KEY,         -- of the sale that the basket becomes
    owner TEXT NOT NULL,         -- the person at the screen, who has one open basket
    state TEXT NOT NULL CHECK (state IN ('open', 'held')),
    draft TEXT NOT NULL CHECK (json_valid(draft)), -- JSON of the screen
    lines INTEGER NOT NULL,
    total INTEGER,
    note TEXT,
    goods TEXT NOT NULL,         -- JSON: the goods in the basket, and those that left it (basket-goods.ts)
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE UNIQUE INDEX basket_open ON basket (owner) WHERE state = 'open';

  CREATE TRIGGER basket_is_not_sold BEFORE INSERT ON basket
  WHEN EXISTS (SELECT 1 FROM document WHERE sale_id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'the sale of this basket is issued'); END;
`;
