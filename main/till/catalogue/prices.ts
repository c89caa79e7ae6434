import type { Article, PriceChange } from '../../../shared/contract/till/articles.ts';
import type { Database } from '../../books/ledger/database/database.ts';

interface NewPrice {
  /** undefined if it is entered at the till. */
  readonly price: string | undefined;
  /** The time in milliseconds since 1970, now or later. */
  readonly from: number;
  readonly actor: string;
}

interface Row {
  readonly n: number;
  readonly price: string | null;
  readonly from: number;
  readonly at: number;
  readonly actor: string;
  readonly dropped: 0 | 1;
  readonly wasOf: string | null;
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const priceOf = ({ price }: { readonly price: string | null }) => (price === null ? {} : { price });

export function createPrices(database: Database, now: () => number) {
  const at = database.prepare<[number, number], { price: string | null }>(
    `SELECT price FROM price_change WHERE article = ? AND from_at <= ? AND is_dropped = 0 AND merged_from IS NULL
     ORDER BY from_at DESC, n DESC LIMIT 1`,
  );
  const next = database.prepare<[number, number], { price: string | null; from: number }>(
    `SELECT price, from_at AS "from" FROM price_change WHERE article = ? AND from_at > ? AND is_dropped = 0 AND merged_from IS NULL
     ORDER BY from_at, n DESC LIMIT 1`,
  );
  const all = database.prepare<[number], Row>(
    `SELECT n, price, from_at AS "from", at, actor, is_dropped AS dropped, merged_from AS wasOf FROM price_change WHERE article = ?
     ORDER BY from_at, n`,
  );
  const insert = database.prepare<[number, string | null, number, number, string]>(
    'INSERT INTO price_change (article, price, from_at, at, actor) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = database
    .prepare<[number, number], number>(
      `UPDATE price_change SET is_dropped = 1 WHERE n = ? AND from_at > ? AND is_dropped = 0 AND merged_from IS NULL RETURNING article`,
    )
    .pluck();

  return {
    /** Returns the price in force; undefined if it is entered at the till. */
    now: (article: number): string | undefined => at.get(article, now())?.price ?? undefined,
    of(article: number): Pick<Article, 'price' | 'next'> {
      const coming = next.get(article, now());
      return {
        ...priceOf(at.get(article, now()) ?? { price: null }),
        ...(coming && { next: { ...priceOf(coming), from: iso(coming.from) } }),
      };
    },
    /** Returns every price, newest first. */
    history: (article: number): PriceChange[] => history(all.all(article), now()),
    /** Writes a price that begins at a time, unless the same price is in force then anyway. */
    set(article: number, { price, from, actor }: NewPrice) {
      const before = at.get(article, from);
      // The price of an article without any line is entered at the till already.
      if ((before?.price ?? null) === (price ?? null)) return;
      insert.run(article, price ?? null, from, now(), actor);
    },
    /**
     * Drops a price that is not in force yet.
     * @returns the article; undefined when there is no such price
     */
    drop: (change: number): number | undefined => drop.get(change, now()),
  };
}

export type Prices = ReturnType<typeof createPrices>;

/** @param rows ordered by the time at which they begin; of two with the same time the later one counts */
function history(rows: readonly Row[], now: number): PriceChange[] {
  /** The price in force before each line, for each article that was merged into this one. */
  const before = new Map<string | null, Row>();
  const current = rows.findLast((row) => isOwn(row) && row.dropped === 0 && row.from <= now);
  const changes = rows.map((row): PriceChange => {
    const last = before.get(row.wasOf);
    const change = {
      id: row.n,
      ...(last?.price != null && { before: last.price }),
      ...(row.wasOf !== null && { wasOf: row.wasOf }),
      ...priceOf(row),
      from: iso(row.from),
      at: iso(row.at),
      actor: row.actor,
      state: stateOf(row, current, now),
    };
    if (row.dropped === 0) before.set(row.wasOf, row);
    return change;
  });
  return changes.toReversed();
}

const isOwn = ({ wasOf }: Row) => wasOf === null;

function stateOf(row: Row, current: Row | undefined, now: number): PriceChange['state'] {
  if (row.dropped === 1) return 'dropped';
  if (row.from > now) return 'coming';
  return row === current ? 'now' : 'past';
}
