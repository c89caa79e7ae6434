import { buyersShown } from '../../../../shared/contract/till/items.ts';
import type { Buyer } from '../../../../shared/sale/party.ts';
import type { Database } from '../database/database.ts';
import { createLearned } from '../database/learned.ts';
import { searchText } from '../database/search-words.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';
import { orderedTimeSql } from '../times/ordered-time-sql.ts';
import { createAliases } from './buyer-aliases.ts';
import { buyerParts, buyersWithSales, foldedBuyer, hasParts, isUsable, keyOfBuyer } from './buyer-key.ts';

/** The buyers at the till: those of the shop's own documents, and those that a manager wrote (buyer-book.ts). */
export type KnownBuyers = ReturnType<typeof createKnownBuyers>;

export interface KnownBuyer {
  /** The buyer as in the newest document with this number, or else this name, unless a manager has edited it since. */
  readonly buyer: Buyer;
  /** The time of that document, in milliseconds since 1970; undefined while there is none. */
  readonly lastAt: number | undefined;
}

/**
 * The number of buyers to remember, more than a shop has. The oldest are dropped, except those that a manager wrote.
 */
const remembered = 20_000;
/** The number of documents that a search reads first; the rest waits for an idle moment. */
const readBeforeSearch = 20;

function prepareStatements(database: Database) {
  const sales = database.prepare<[number, number], { icv: number; sale: Packed | null }>(
    `SELECT icv, y.sale FROM document AS d LEFT JOIN body AS y USING (icv)
     WHERE icv > ? AND icv <= ? AND customer = 'business' AND buyer_name IS NOT NULL ORDER BY icv`,
  );
  const before = database.prepare<[string], string>('SELECT buyer FROM known_buyer WHERE key = ?').pluck();
  const keep = database.prepare<[{ key: string; folded: string; buyer: string; icv: number }]>(
    `INSERT INTO known_buyer (key, folded, buyer, sold, last) VALUES (:key, :folded, :buyer, 1, :icv)
     ON CONFLICT (key) DO UPDATE SET folded = :folded, buyer = :buyer, sold = sold + 1, last = :icv`,
  );
  const forget = database.prepare<[number]>(
    `DELETE FROM known_buyer WHERE key IN (
       SELECT key FROM known_buyer WHERE written_at IS NULL AND key NOT IN (SELECT key FROM account_entry) ORDER BY last
       LIMIT max(0, (SELECT count(*) FROM known_buyer WHERE written_at IS NULL) - ?))`,
  );
  const byWords = database.prepare<[{ parts: string; limit: number }], { buyer: string; at: number | null }>(
    `SELECT b.buyer, ${orderedTimeSql} AS at FROM ${buyersWithSales}
     WHERE ${hasParts} AND ${isUsable} ORDER BY b.last DESC, b.folded LIMIT :limit`,
  );
  const sell = database.prepare<[{ key: string; icv: number }]>(
    'UPDATE known_buyer SET sold = sold + 1, last = :icv WHERE key = :key',
  );
  const drop = database
    .prepare<[string], number>('DELETE FROM known_buyer WHERE key = ? RETURNING sold')
    .pluck();
  const add = database.prepare<[{ key: string; sold: number }]>(
    'UPDATE known_buyer SET sold = sold + :sold WHERE key = :key',
  );
  return { sales, before, keep, forget, byWords, sell, drop, add };
}

/**
 * Returns a function that finds the key of the only buyer who has a VAT number and also this other number of the same
 * scheme, under the same name. The name must agree, so that a mistyped number does not put a debt on somebody else's
 * account. A manager can merge two rows for one buyer, but a debt on the wrong account could not be moved.
 */
function createKnownWithBoth(database: Database): (buyer: Buyer) => string | undefined {
  const isKnown = database.prepare<[string], number>('SELECT 1 FROM known_buyer WHERE key = ?').pluck();
  const withBoth = database.prepare<[{ scheme: string; value: string }], { key: string; buyer: string }>(
    `SELECT key, buyer FROM known_buyer WHERE upper(buyer ->> '$.identification.value') = :value
       AND buyer ->> '$.identification.scheme' = :scheme AND buyer ->> '$.vatNumber' IS NOT NULL`,
  );
  return (buyer) => {
    const { name, vatNumber, identification } = buyer;
    if (vatNumber !== undefined || identification === undefined) return undefined;
    const { scheme } = identification;
    const value = identification.value.toUpperCase();
    if (isKnown.get(keyOfBuyer(buyer)) !== undefined) return undefined;
    const same = withBoth
      .all({ scheme, value })
      .filter((row) => searchText((JSON.parse(row.buyer) as Buyer).name) === searchText(name));
    return same.length === 1 ? same[0]?.key : undefined;
  };
}

/**
 * Returns a function that finds the key of the buyer who is known by the other number of a sale that has both, under the
 * same name: that one is this one, with its debt. A VAT number that is known under another name may be mistyped, and a
 * stranger would get the debt; a manager can merge the two.
 */
function createFindOther({ before }: Pick<ReturnType<typeof prepareStatements>, 'before'>) {
  const nameAt = (key: string): string | undefined => {
    const text = before.get(key);
    return text === undefined ? undefined : searchText((JSON.parse(text) as Buyer).name);
  };
  return (buyer: Buyer, key: string): string | undefined => {
    if (buyer.vatNumber === undefined || buyer.identification === undefined) return undefined;
    const other = keyOfBuyer({ ...buyer, vatNumber: undefined });
    const name = searchText(buyer.name);
    return nameAt(other) === name && (nameAt(key) ?? name) === name ? other : undefined;
  };
}

/**
 * Creates the list. @param refuseNewer refuses a ledger whose schema this program does not know, before documents are
 * read into it
 */
export function createKnownBuyers(database: Database, refuseNewer: () => void) {
  const statements = prepareStatements(database);
  const { sales, before, keep, forget, byWords, sell, drop, add } = statements;
  const { saleUnlessDamaged } = bodiesOf(database);
  const learned = createLearned(database, 'buyers');
  const aliases = createAliases(database);
  const knownWithBoth = createKnownWithBoth(database);
  const findOther = createFindOther(statements);

  /**
   * Takes the buyer from the sale; a sale names one number, so another known number stays. A number that a manager
   * changed or merged belongs to that buyer; a removed buyer appears again with the number of the sale, and with the
   * account.
   */
  function remember(sold: Buyer, icv: number): void {
    const key = keyOfBuyer(sold);
    const leadsTo = aliases.now(key) === undefined ? knownWithBoth(sold) : undefined;
    if (leadsTo !== undefined) aliases.lead(key, leadsTo);
    const now = aliases.now(key);
    if (now !== undefined && sell.run({ key: now, icv }).changes > 0) return;
    if (now !== undefined) aliases.lead(now, key);
    const other = findOther(sold, key);
    if (other !== undefined) aliases.lead(other, key);
    const taken = other === undefined ? undefined : drop.get(other);
    const text = before.get(key);
    const { identification } = text === undefined ? sold : (JSON.parse(text) as Buyer);
    const buyer = { ...(identification && { identification }), ...sold };
    keep.run({ key, folded: foldedBuyer(buyer), buyer: JSON.stringify(buyer), icv });
    if (taken !== undefined) add.run({ key, sold: taken });
  }

  const learnInTransaction = database.transaction((limit: number): number => {
    refuseNewer();
    const read = learned.until();
    const last = Math.min(read + limit, learned.newest());
    for (const { icv, sale } of sales.all(read, last)) {
      const buyer = saleUnlessDamaged(icv, sale)?.buyer;
      if (buyer !== undefined) remember(buyer, icv);
    }
    learned.set(last);
    forget.run(remembered);
    return last - read;
  });
  const learn = (limit: number): number =>
    learned.isBehind() && !database.readonly ? learnInTransaction.immediate(limit) : 0;

  function keyOf(buyer: Buyer): string {
    learn(readBeforeSearch);
    const key = keyOfBuyer(buyer);
    return aliases.now(key) ?? knownWithBoth(buyer) ?? key;
  }

  return {
    /**
     * Reads up to `limit` unread documents and remembers their buyers; for idle moments. Returns the number read; if it
     * is less than `limit`, all are read.
     */
    learn,
    /**
     * Returns the key of a buyer's account. If a sale names a buyer by another number, it is the buyer known to have both
     * numbers.
     */
    keyOf,
    /** Returns the keys of the accounts that a sale to this buyer makes one, the one that stays first. */
    keysOf(buyer: Buyer): string[] {
      const key = keyOf(buyer);
      return [key, findOther(buyer, key) ?? []].flat();
    },
    /**
     * Returns the buyers whose names and numbers have all of these words, the most recent buyers first. It also finds
     * buyers from the last few seconds.
     */
    find: (text: string): KnownBuyer[] => {
      learn(readBeforeSearch);
      return byWords
        .all({ parts: buyerParts(text), limit: buyersShown })
        .map(({ buyer, at }) => ({ buyer: JSON.parse(buyer) as Buyer, lastAt: at ?? undefined }));
    },
  };
}
