import { isDeepStrictEqual } from 'node:util';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createLearned } from '../database/learned.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';
import { createLimits, type NewLimit } from './account-limits.ts';
import { type CounterEntry, createPayments, type NewPayment } from './account-payments.ts';
import { createAliases } from './buyer-aliases.ts';
import { keyOfBuyer, ofBuyer } from './buyer-key.ts';

/**
 * The accounts of buyers. Documents sold on account add to it; their credit notes and the payments received are
 * subtracted. If a manager changed or merged a key, it leads to the buyer to whom it belongs now.
 */
export type Accounts = ReturnType<typeof createAccounts>;

/**
 * A change of an account: by a document, by a replaced document, by a note that moves with a document, or by a payment.
 */
export interface AccountLine {
  readonly at: number;
  readonly what:
    | 'invoice'
    | 'creditNote'
    | 'debitNote'
    | 'prepayment'
    | 'replaced'
    | 'moved'
    | 'payment'
    | 'paidBack'
    | 'takenBack';
  /** The number of the document, or of the payment's voucher. */
  readonly number: string;
  readonly means: string | undefined;
  readonly amount: Halalas;
}

interface OwedRow {
  /** The document that changes the account. */
  icv: number;
  /**
   * The document whose amount counts: this document, the rejected one that it replaces, or a note that moves with it.
   */
  of: number;
  /**
   * 0 for this document, 1 for the rejected one. Each note that moves with it has two rows: it leaves one account and
   * is added to another.
   */
  part: number;
  at: number;
  number: string;
  kind: string;
  currency: string;
  amount: number;
}

type Entry = Omit<OwedRow, 'of'> & { readonly key: string };

const riyals = 'SAR';
const everything = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };
/**
 * Selects documents on account after a counter, the rejected documents that are replaced, and the notes on these, which
 * may move to another buyer.
 */
const owedSql = `
  WITH RECURSIVE earlier (icv, replaced) AS (
    SELECT icv, replaces FROM reissue WHERE icv > :after
    UNION ALL SELECT e.icv, r.replaces FROM earlier AS e JOIN reissue AS r ON r.icv = e.replaced)
  SELECT d.icv, d.icv AS "of", 0 AS part, d.issued_at AS at, d.number, d.kind, d.currency, sum(p.amount) AS amount
  FROM payment AS p JOIN document AS d USING (icv)
  WHERE p.means = 'onAccount' AND p.amount IS NOT NULL AND d.icv > :after GROUP BY d.icv
  UNION ALL
  SELECT r.icv, d.icv, 1, n.issued_at, d.number, d.kind, d.currency, -sum(p.amount)
  FROM payment AS p JOIN document AS d USING (icv) JOIN reissue AS r ON r.replaces = d.icv
    JOIN document AS n ON n.icv = r.icv
  WHERE p.means = 'onAccount' AND p.amount IS NOT NULL AND r.icv > :after GROUP BY r.icv
  UNION ALL
  SELECT e.icv, d.icv, 2 * row_number() OVER (PARTITION BY e.icv ORDER BY d.icv), n.issued_at, d.number, d.kind, d.currency,
    (SELECT sum(p.amount) FROM payment AS p WHERE p.icv = d.icv AND p.means = 'onAccount') AS amount
  FROM (SELECT DISTINCT e.icv, f.icv AS note FROM earlier AS e CROSS JOIN document AS o ON o.icv = e.replaced
      CROSS JOIN reference AS f ON f.number = o.number) AS e
    CROSS JOIN document AS d ON d.icv = e.note CROSS JOIN document AS n ON n.icv = e.icv
  WHERE d.icv < e.icv AND d.kind IN ('creditNote', 'debitNote')
    AND EXISTS (SELECT 1 FROM payment AS p WHERE p.icv = d.icv AND p.means = 'onAccount' AND p.amount IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM reissue AS r WHERE r.replaces = d.icv AND r.icv < e.icv)
  ORDER BY 1, 3`;

/**
 * Creates the accounts. @param refuseNewer refuses a ledger whose schema this program does not know, before documents
 * are read into it
 */
export function createAccounts(database: Database, audit: Pick<AuditLog, 'write'>, refuseNewer: () => void) {
  const reader = createReader(database, refuseNewer);
  const aliases = createAliases(database);
  const now = (key: string) => aliases.now(key) ?? key;
  const { owed, ownOwed, currencies, lines } = prepareBalances(database);
  const balance = (key: string) => owed.get({ key: now(key) }) ?? 0;

  const payments = createPayments(database, audit, { learn: reader.learn, balance });
  const limits = createLimits(database, audit);

  return {
    /** Adds the documents that are not in the accounts yet. */
    learn: () => reader.upToDate(() => undefined),
    /** Discards all accounts, which are added up again at the next use. Within the caller's transaction. */
    forget: () => reader.forget(),
    /** Returns the buyer's present key, after any changes and merges of the given key. */
    keyNow: (key: string) => now(key),
    /** Returns the debt under this key only, in riyals, without the keys that lead to it. */
    ownBalance: (key: string) => reader.upToDate(() => ownOwed.get({ key }) ?? 0),
    /** Returns the debt of a buyer, in riyals; if it is negative, the shop owes the buyer. */
    balance: (key: string) => reader.upToDate(() => balance(key)),
    /** Returns the lines of a buyer in their order, from one time until before another (milliseconds since 1970). */
    lines: (key: string, period: { readonly from: number; readonly until: number } = everything) =>
      reader.upToDate(() => lines.all({ key: now(key), from: period.from, until: period.until }).map(toLine)),
    /** Returns the debts in currencies other than riyals, which payments at the till do not cover. */
    otherCurrencies: (key: string) => reader.upToDate(() => currencies.all({ key: now(key) })),
    /**
     * Records a payment in the open shift and its audit line. If repeated with the same id, it returns the same payment.
     * @throws FailureError `bad-input` for more than the debt: that would be an advance, which needs a document
     */
    receive: (payment: NewPayment) => payments.receive(payment),
    /**
     * Records that credit is paid back to a buyer, in the open shift, and its audit line. If repeated with the same id,
     * it returns the same entry.
     * @throws FailureError `bad-input` for more than the shop owes the buyer
     */
    payBack: (payment: NewPayment) => payments.payBack(payment),
    /**
     * Reverses a payment by a counter-entry in the open shift. If repeated with the same id, it returns the same entry.
     * @throws FailureError `not-found`; `bad-input` for a payment that was already reversed
     */
    takeBack: (entry: CounterEntry) => payments.takeBack(entry),
    payment: (number: number) => payments.get(number),
    /** Returns the payment or counter-entry that was requested with this id. */
    byId: (id: string) => payments.byId(id),
    /** Refuses a payment above the debt. @throws FailureError `bad-input` for more than the buyer owes */
    refuseAbove: (key: string, amount: Halalas) => reader.upToDate(() => payments.refuseAbove(key, amount)),
    /** Refuses a repayment above the credit. @throws FailureError `bad-input` for more than the shop owes the buyer */
    refuseAboveCredit: (key: string, amount: Halalas) =>
      reader.upToDate(() => payments.refuseAboveCredit(key, amount)),
    /** Returns the most that a buyer may owe; undefined if nothing limits it. */
    limit: (key: string) => limits.get(now(key)),
    /** Sets the most that a buyer may owe, or ends the limit, and writes the audit line. */
    setLimit: ({ key, ...limit }: NewLimit) => limits.set({ ...limit, key: now(key) }),
    ofShift: (shift: number) => payments.ofShift(shift),
    /** Returns the newest payments of a buyer, including those that can still be reversed. */
    newest: (key: string, limit: number) => payments.newest(now(key), limit),
    /** Computes all accounts again from the documents; returns true when this changed any of them. */
    recount: () => reader.recount(),
    /** Returns the counter of the first document that disagrees with an account; changes nothing. */
    differsAt: () => reader.differsAt(),
  };
}

function prepareBalances(database: Database) {
  const owed = database
    .prepare<[{ key: string }], number>(
      `SELECT coalesce((SELECT sum(amount) FROM account_entry WHERE ${ofBuyer} AND currency = '${riyals}'), 0)
         - coalesce((SELECT sum(amount) FROM account_payment WHERE ${ofBuyer}), 0)`,
    )
    .pluck();
  const ownOwed = database
    .prepare<[{ key: string }], number>(
      `SELECT coalesce((SELECT sum(amount) FROM account_entry WHERE key = :key AND currency = '${riyals}'), 0)
         - coalesce((SELECT sum(amount) FROM account_payment WHERE key = :key), 0)`,
    )
    .pluck();
  const currencies = database.prepare<[{ key: string }], { currency: string; amount: number }>(
    `SELECT currency, sum(amount) AS amount FROM account_entry
     WHERE ${ofBuyer} AND currency <> '${riyals}' GROUP BY currency HAVING sum(amount) <> 0`,
  );
  const lines = database.prepare<[{ key: string; from: number; until: number }], AccountLine>(
    `SELECT * FROM (SELECT coalesce(w.meant_at, at) AS at, CASE part WHEN 0 THEN kind WHEN 1 THEN 'replaced' ELSE 'moved' END AS what,
         number, NULL AS means, amount, 0 AS source, icv AS position, CASE part WHEN 1 THEN -1 ELSE part END AS part
       FROM account_entry LEFT JOIN wrong_time AS w USING (icv) WHERE ${ofBuyer} AND currency = '${riyals}')
     WHERE at >= :from AND at < :until
     UNION ALL
     SELECT * FROM (SELECT coalesce(w.meant_at, at) AS at, CASE WHEN takes_back IS NOT NULL THEN 'takenBack'
         WHEN amount < 0 THEN 'paidBack' ELSE 'payment' END, CAST(number AS TEXT), means, -amount, 1, number, 0
       FROM account_payment LEFT JOIN wrong_payment_time AS w USING (number) WHERE ${ofBuyer})
     WHERE at >= :from AND at < :until
     ORDER BY at, source, position, part`,
  );
  return { owed, ownOwed, currencies, lines };
}

/** Reads the amounts that documents on account add; it reads no others, so it can run before every answer. */
function createReader(database: Database, refuseNewer: () => void) {
  const entriesAfter = createEntries(database);
  const learned = createLearned(database, 'accounts');
  const insert = database.prepare<[Entry]>(
    `INSERT INTO account_entry (icv, part, key, at, number, kind, currency, amount)
     VALUES (:icv, :part, :key, :at, :number, :kind, :currency, :amount)`,
  );
  const drop = database.prepare('DELETE FROM account_entry');
  const digest = database
    .prepare<[], string>(
      `SELECT coalesce(group_concat(icv || ' ' || part || ' ' || key || ' ' || number || ' ' || currency || ' ' || amount, char(10)), '')
       FROM (SELECT * FROM account_entry ORDER BY icv, part)`,
    )
    .pluck();

  const keyOfEntry = database
    .prepare<[number], string>('SELECT key FROM account_entry WHERE icv = ? AND part = 0')
    .pluck();
  const all = database.prepare<[], Entry>(
    'SELECT icv, part, key, at, number, kind, currency, amount FROM account_entry ORDER BY icv, part',
  );

  const learn = database.transaction((): void => {
    refuseNewer();
    const newest = learned.newest();
    for (const entry of entriesAfter(learned.until(), (icv) => keyOfEntry.get(icv))) insert.run(entry);
    learned.set(newest);
  });

  function differsAt(): number | undefined {
    const read = learned.until();
    const keys = new Map<number, string>();
    const fresh: Entry[] = [];
    for (const entry of entriesAfter(0, (icv) => keys.get(icv))) {
      if (entry.part === 0) keys.set(entry.icv, entry.key);
      if (entry.icv <= read) fresh.push(entry);
    }
    const kept = all.all();
    for (let place = 0; place < Math.max(kept.length, fresh.length); place += 1)
      if (!isDeepStrictEqual({ ...kept[place] }, { ...fresh[place] }))
        return (kept[place] ?? fresh[place])?.icv;
    return undefined;
  }

  const forget = (): void => {
    drop.run();
    learned.set(0);
  };

  return {
    differsAt,
    forget,
    /** This runs within the caller's transaction. */
    learn,
    upToDate: <T>(work: () => T): T => {
      if (learned.isBehind() && !database.readonly) learn.immediate();
      return work();
    },
    recount: (): boolean => {
      if (learned.isBehind()) learn.immediate();
      const before = digest.get();
      database
        .transaction(() => {
          forget();
          learn();
        })
        .immediate();
      return digest.get() !== before;
    },
  };
}

/** Returns a function that reads the documents after a counter; `keyOf` returns the account of an earlier document. */
function createEntries(database: Database) {
  const owed = database.prepare<[{ after: number }], OwedRow>(owedSql);
  const correctedBy = database
    .prepare<[number], number>(
      'SELECT d.icv FROM reference AS r JOIN document AS d ON d.number = r.number COLLATE NOCASE AND d.number = r.number WHERE r.icv = ? ORDER BY d.icv',
    )
    .pluck();
  /** The last document that replaced this one; null if there is no replacement yet. */
  const latest = database
    .prepare<[{ icv: number; until: number }], number | null>(
      `WITH RECURSIVE later (icv) AS (
         SELECT icv FROM reissue WHERE replaces = :icv AND icv <= :until
         UNION ALL SELECT r.icv FROM reissue AS r JOIN later AS l ON r.replaces = l.icv WHERE r.icv <= :until)
       SELECT max(icv) FROM later`,
    )
    .pluck();

  const selectSale = database.prepare<[number], Packed>('SELECT sale FROM body WHERE icv = ?').pluck();
  const { saleOf } = bodiesOf(database);
  const buyerAt = (icv: number) => saleOf(icv, selectSale.get(icv) ?? null).buyer;

  return function* entriesAfter(after: number, keyOf: (icv: number) => string | undefined): Generator<Entry> {
    for (const { of, ...row } of owed.all({ after })) {
      const buyer = buyerAt(of);
      // The buyer of a self-billed document is the company itself, which owes itself nothing.
      if (buyer === undefined) continue;
      const isNote = row.kind === 'creditNote' || row.kind === 'debitNote';
      const corrected = isNote ? correctedBy.get(of) : undefined;
      /** A note may name its buyer by another number, but the debt is on the account of its document. */
      const keyAt = (until: number): string => {
        const replacement = corrected === undefined ? null : latest.get({ icv: corrected, until });
        const named = typeof replacement === 'number' ? buyerAt(replacement) : undefined;
        if (named !== undefined) return keyOfBuyer(named);
        return (corrected === undefined ? undefined : keyOf(corrected)) ?? keyOfBuyer(buyer);
      };
      // Zero for free goods must not become negative zero, because it would differ from the stored row.
      const amount = row.kind === 'creditNote' ? 0 - row.amount : row.amount;
      const [before, key] = [keyAt(row.icv - 1), keyAt(row.icv)];
      if (row.part < 2) yield { ...row, amount, key: row.part === 1 ? before : key };
      else if (before !== key) {
        yield { ...row, amount: 0 - amount, key: before };
        yield { ...row, part: row.part + 1, amount, key };
      }
    }
  };
}

const toLine = ({ at, what, number, means, amount }: AccountLine): AccountLine => ({
  ...{ at, what, number, amount },
  means: means ?? undefined,
});
