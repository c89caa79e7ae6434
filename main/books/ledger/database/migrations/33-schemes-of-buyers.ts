import type { Migration } from '../database.ts';

export const schemesOfBuyers: Migration = {
  name: 'buyers by the scheme of their number too',
  sql: `
    -- A buyer without a VAT number had the key 'number <value>', which two buyers with the same digits under different
    -- schemes shared. Now it is 'number <scheme> <value>', so the keys that earlier versions wrote are brought to that.

    -- The other numbers in documents, by name. sold, last: of the documents that the book of buyers has read.
    CREATE TEMP TABLE named AS
      SELECT 'number ' || value AS old, 'number ' || scheme || ' ' || value AS now, search_text(name) AS name,
        sum(isRead) AS sold, max(CASE isRead WHEN 1 THEN icv END) AS last, max(icv) AS newest
      FROM (SELECT icv, buyer_name AS name, sale ->> '$.buyer.identification.scheme' AS scheme,
          upper(sale ->> '$.buyer.identification.value') AS value,
          customer = 'business' AND icv <= (SELECT icv FROM known_buyers_until) AS isRead
        FROM document WHERE buyer_name IS NOT NULL AND sale ->> '$.buyer.vatNumber' IS NULL
          AND sale ->> '$.buyer.identification.value' IS NOT NULL)
      GROUP BY 1, 2, 3;
    CREATE INDEX temp.named_old ON named (old);
    CREATE INDEX temp.named_now ON named (now, name);

    -- The key of an account from now on; a VAT number's stays, also of one that was once sold to by it as another number.
    -- A manager may have given a buyer in the book another scheme than its documents
    -- have; one who was removed has the scheme of the newest document.
    CREATE TEMP TABLE own_key (old TEXT PRIMARY KEY, now TEXT NOT NULL, inBook INTEGER NOT NULL, name TEXT) WITHOUT ROWID;
    INSERT INTO own_key
      SELECT key, 'number ' || (buyer ->> '$.identification.scheme') || substr(key, 7), 1,
        search_text(buyer ->> '$.name')
      FROM known_buyer WHERE key LIKE 'number %' AND buyer ->> '$.vatNumber' IS NULL
        AND buyer ->> '$.identification.scheme' IS NOT NULL AND NOT (length(key) = 22 AND key GLOB 'number 3*3');
    INSERT OR IGNORE INTO own_key
      SELECT old, now, 0, NULL FROM named
      WHERE old NOT IN (SELECT key FROM known_buyer) AND old NOT IN (SELECT key FROM buyer_alias)
        AND NOT (length(old) = 22 AND old GLOB 'number 3*3')
      ORDER BY newest DESC;

    -- Those who shared the account of a buyer in the book and are somebody else: another scheme, no name in common.
    CREATE TEMP TABLE apart AS
      SELECT n.old, n.now, sum(n.sold) AS sold, max(n.last) AS last
      FROM named AS n JOIN own_key AS k ON k.old = n.old
      WHERE k.inBook = 1 AND n.now <> k.now AND EXISTS (SELECT 1 FROM named AS o WHERE o.now = k.now)
      GROUP BY n.old, n.now HAVING sum(n.sold) > 0 AND sum(n.name = k.name) = 0
        AND NOT EXISTS (SELECT 1 FROM named AS x JOIN named AS y ON y.name = x.name
          WHERE x.now = n.now AND y.now = k.now);

    -- Any other scheme stays on the account that it was on.
    UPDATE buyer_alias SET now = (SELECT k.now FROM own_key AS k WHERE k.old = buyer_alias.now)
      WHERE now IN (SELECT old FROM own_key);
    INSERT OR IGNORE INTO buyer_alias
      SELECT DISTINCT n.now, k.now FROM named AS n JOIN own_key AS k ON k.old = n.old
      WHERE n.now <> k.now AND n.now NOT IN (SELECT now FROM apart);
    INSERT OR IGNORE INTO buyer_alias
      SELECT DISTINCT n.now, a.now FROM buyer_alias AS a JOIN named AS n ON n.old = a.key WHERE n.now <> a.now;

    UPDATE known_buyer SET
      sold = max(1, min(sold, (SELECT sum(n.sold) FROM named AS n JOIN own_key AS k ON k.now = n.now
        WHERE k.old = known_buyer.key))),
      last = coalesce((SELECT max(n.last) FROM named AS n JOIN own_key AS k ON k.now = n.now
        WHERE k.old = known_buyer.key), last)
      WHERE key IN (SELECT old FROM apart);
    UPDATE known_buyer SET key = (SELECT k.now FROM own_key AS k WHERE k.old = known_buyer.key)
      WHERE key IN (SELECT old FROM own_key);
    INSERT OR IGNORE INTO known_buyer (key, folded, buyer, sold, last, written_at)
      SELECT a.now, search_text(d.buyer_name || ' ' || (d.sale ->> '$.buyer.identification.value')),
        d.sale -> '$.buyer', a.sold, a.last, NULL
      FROM apart AS a JOIN document AS d ON d.icv = a.last;

    -- A number that was changed before anything was sold under it still leads to its buyer, with the scheme that this one has.
    INSERT OR IGNORE INTO buyer_alias
      SELECT 'number ' || (b.buyer ->> '$.identification.scheme') || substr(a.key, 7), a.now
      FROM buyer_alias AS a JOIN known_buyer AS b ON b.key = a.now
      WHERE a.key LIKE 'number %' AND a.key NOT LIKE 'number % %' AND a.key NOT IN (SELECT old FROM named)
        AND NOT (length(a.key) = 22 AND a.key GLOB 'number 3*3') AND b.buyer ->> '$.identification.scheme' IS NOT NULL
        AND 'number ' || (b.buyer ->> '$.identification.scheme') || substr(a.key, 7) NOT IN (SELECT key FROM known_buyer);

    -- One who is named by a VAT number as another number is the one with that VAT number.
    INSERT OR IGNORE INTO buyer_alias
      SELECT DISTINCT own, coalesce((SELECT a.now FROM buyer_alias AS a WHERE a.key = known), known)
      FROM (SELECT now AS own, old AS known FROM named UNION ALL
        SELECT 'number ' || (buyer ->> '$.identification.scheme') || substr(key, 7), key FROM known_buyer
        WHERE buyer ->> '$.vatNumber' IS NULL AND buyer ->> '$.identification.scheme' IS NOT NULL)
      WHERE length(known) = 22 AND known GLOB 'number 3*3';

    -- What an earlier program that is open on this folder yet writes under a key of before is the buyer's.
    INSERT OR IGNORE INTO buyer_alias SELECT old, now FROM own_key;

    -- A voucher says whose payment it was.
    DROP TRIGGER account_payment_is_fixed;
    UPDATE account_payment SET key = coalesce(
        (SELECT a.now FROM apart AS a JOIN named AS n ON n.now = a.now
          WHERE a.old = account_payment.key AND n.name = search_text(account_payment.name) ORDER BY n.newest DESC LIMIT 1),
        (SELECT k.now FROM own_key AS k WHERE k.old = account_payment.key))
      WHERE key IN (SELECT old FROM own_key);
    CREATE TRIGGER account_payment_is_fixed BEFORE UPDATE ON account_payment
    BEGIN SELECT RAISE(ABORT, 'a payment is never changed'); END;

    INSERT OR IGNORE INTO account_limit (key, amount)
      SELECT a.now, l.amount FROM account_limit AS l JOIN apart AS a ON a.old = l.key;
    UPDATE account_limit SET key = (SELECT k.now FROM own_key AS k WHERE k.old = account_limit.key)
      WHERE key IN (SELECT old FROM own_key);

    -- What documents add is read anew. read: documents up to this counter were. icv was that before, and is kept at its
    -- end: such a program would read them too, under the keys of before.
    DELETE FROM account_entry;
    ALTER TABLE account_until ADD COLUMN read INTEGER NOT NULL DEFAULT 0;
    UPDATE account_until SET icv = ${Number.MAX_SAFE_INTEGER};

    DROP TABLE temp.apart;
    DROP TABLE temp.own_key;
    DROP TABLE temp.named;
  `,
};
