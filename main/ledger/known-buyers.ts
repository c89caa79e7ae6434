import { buyersShown } from '../../shared/contract/items.ts';
import type { Buyer } from '../../shared/party.ts';
import type { Sale } from '../../shared/sale.ts';
import { type Database, withFailures } from './database.ts';
import { searchText, searchWords } from './search-words.ts';

/** The buyers of business sales as the shop's own documents show them. */
export interface KnownBuyers {
  /**
   * Reads up to `limit` unread documents and remembers their buyers; for idle moments. Returns how many it read: fewer
   * than `limit` means all.
   */
  learn(limit: number): number;
  /**
   * Returns the buyers whose names and numbers have all of these words, the newest first; without words, the newest.
   * It also finds buyers of the last seconds.
   */
  find(text: string): KnownBuyer[];
}

export interface KnownBuyer {
  /** As in the newest document with this number, or else this name. */
  readonly buyer: Buyer;
  /** Time of that document, milliseconds since 1970. */
  readonly lastAt: number;
}

/** A shop has fewer; buyers of long ago are dropped. */
const remembered = 20_000;
/** Documents that a search reads first; the rest waits for an idle moment. */
const readBeforeSearch = 20;

export function createKnownBuyers(database: Database): KnownBuyers {
  const until = database.prepare<[], number>('SELECT icv FROM known_buyers_until').pluck();
  const newest = database.prepare<[], number | null>('SELECT max(icv) FROM document').pluck();
  const sales = database.prepare<[number, number], { icv: number; sale: string }>(
    `SELECT icv, sale FROM document
     WHERE icv > ? AND icv <= ? AND customer = 'business' AND buyer_name IS NOT NULL ORDER BY icv`,
  );
  const keep = database.prepare<[{ key: string; folded: string; buyer: string; icv: number }]>(
    `INSERT INTO known_buyer (key, folded, buyer, sold, last) VALUES (:key, :folded, :buyer, 1, :icv)
     ON CONFLICT (key) DO UPDATE SET folded = :folded, buyer = :buyer, sold = sold + 1, last = :icv`,
  );
  const readUntil = database.prepare<[number]>('UPDATE known_buyers_until SET icv = ?');
  const forget = database.prepare<[number]>(
    `DELETE FROM known_buyer WHERE key IN (
       SELECT key FROM known_buyer ORDER BY last LIMIT max(0, (SELECT count(*) FROM known_buyer) - ?))`,
  );
  // The authority may have refused the only document for its buyer.
  const byWords = database.prepare<[string, number], { buyer: string; lastAt: number }>(
    `SELECT b.buyer, d.issued_at AS lastAt
     FROM known_buyer AS b JOIN document AS d ON d.icv = b.last JOIN submission AS s ON s.icv = b.last
     WHERE NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(b.folded, value) = 0)
       AND NOT (b.sold = 1 AND s.state = 'rejected')
     ORDER BY b.last DESC LIMIT ?`,
  );

  const learnInTransaction = database.transaction((limit: number): number => {
    const read = until.get() ?? 0;
    const last = Math.min(read + limit, newest.get() ?? 0);
    for (const { icv, sale } of sales.all(read, last)) {
      const { buyer } = JSON.parse(sale) as Sale;
      if (buyer === undefined) continue;
      keep.run({ key: keyOf(buyer), folded: foldedOf(buyer), buyer: JSON.stringify(buyer), icv });
    }
    readUntil.run(last);
    forget.run(remembered);
    return last - read;
  });
  const learn = (limit: number): number =>
    withFailures(() => {
      const isBehind = (newest.get() ?? 0) > (until.get() ?? 0);
      return isBehind && !database.readonly ? learnInTransaction.immediate(limit) : 0;
    });

  return {
    learn,
    find: (text) =>
      withFailures(() => {
        learn(readBeforeSearch);
        // A word of one or two letters must begin a word; a longer one is also found inside others.
        const parts = searchWords(text).map((word) => ([...word].length > 2 ? word : ` ${word}`));
        return byWords
          .all(JSON.stringify(parts), buyersShown)
          .map(({ buyer, lastAt }) => ({ buyer: JSON.parse(buyer) as Buyer, lastAt }));
      }),
  };
}

const numberOf = ({ vatNumber, identification }: Buyer) => vatNumber ?? identification?.value;

function keyOf(buyer: Buyer): string {
  const number = numberOf(buyer);
  return number === undefined ? `name${searchText(buyer.name)}` : `number ${number.toUpperCase()}`;
}

const foldedOf = (buyer: Buyer) =>
  searchText([buyer.name, buyer.vatNumber, buyer.identification?.value].join(' '));
