import type { Migration } from '../database.ts';

/**
 * The time of a change, which is that of the call that caused it, but never before the previous change, even if the
 * clock was set back.
 */
const changedAt = (state: string, nextAt: string, icv: string) => `max(
  coalesce((SELECT at FROM status_change ORDER BY id DESC LIMIT 1), 0),
  coalesce(CASE WHEN ${state} = 'waiting' THEN ${nextAt}
    ELSE (SELECT at FROM submission_event WHERE icv = ${icv} ORDER BY id DESC LIMIT 1) END, 0))`;

export const bookings: Migration = {
  name: 'what accounting asks of documents, and the order of their changes',
  sql: `
    -- Written with the document. own_reference, metadata: the caller's, as the sale has them; metadata: JSON.
    -- breakdown: JSON, the rows of the VAT breakdown.
    -- Documents of earlier versions have no row: their XML says the same.
    CREATE TABLE booking (
      icv INTEGER PRIMARY KEY REFERENCES document (icv),
      own_reference TEXT,
      metadata TEXT,
      vat_in_sar INTEGER NOT NULL,
      tax_inclusive INTEGER NOT NULL,
      prepaid INTEGER NOT NULL,
      breakdown TEXT NOT NULL
    ) STRICT;
    CREATE INDEX booking_own_reference ON booking (own_reference) WHERE own_reference IS NOT NULL;

    CREATE TRIGGER booking_is_once BEFORE INSERT ON booking
    WHEN EXISTS (SELECT 1 FROM booking WHERE icv = NEW.icv) OR NEW.icv IS NOT (SELECT max(icv) FROM document)
    BEGIN SELECT RAISE(ABORT, 'what accounting asks is written with the document'); END;
    CREATE TRIGGER booking_is_fixed BEFORE UPDATE ON booking
    BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
    CREATE TRIGGER booking_stays BEFORE DELETE ON booking
    BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;

    -- Where each document stands in the order of changes: issued, accepted, rejected, parked, sent again. A change moves
    -- its row to the end. Calls under way are no change. at never falls with id: a clock that is set back hides nothing.
    CREATE TABLE status_change (
      id INTEGER PRIMARY KEY,
      icv INTEGER NOT NULL UNIQUE REFERENCES document (icv),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX status_change_at ON status_change (at);

    INSERT INTO status_change (id, icv, at)
    SELECT row_number() OVER (ORDER BY at, icv), icv, at FROM (
      SELECT d.icv, max(d.issued_at, coalesce(s.accepted_at, 0), coalesce(
        (SELECT max(e.at) FROM submission_event AS e WHERE e.icv = d.icv AND s.state IN ('rejected', 'parked')), 0)) AS at
      FROM document AS d JOIN submission AS s USING (icv));

    CREATE TRIGGER status_begins AFTER INSERT ON submission
    BEGIN
      INSERT INTO status_change (id, icv, at)
      SELECT coalesce(max(id), 0) + 1, NEW.icv, ${changedAt('NEW.state', 'NEW.next_at', 'NEW.icv')} FROM status_change;
    END;
    CREATE TRIGGER status_changes AFTER UPDATE OF state ON submission
    WHEN OLD.state <> NEW.state AND (OLD.state = 'parked' OR NEW.state IN ('accepted', 'rejected', 'parked'))
    BEGIN
      UPDATE status_change SET at = ${changedAt('NEW.state', 'NEW.next_at', 'NEW.icv')},
        id = (SELECT max(id) FROM status_change) + 1
      WHERE icv = NEW.icv;
    END;
    CREATE TRIGGER status_change_stays BEFORE DELETE ON status_change
    BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END;
  `,
};
