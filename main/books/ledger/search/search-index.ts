import type { Database } from '../database/database.ts';
import { searchText } from '../database/search-words.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';

interface Row {
  icv: number;
  payable: number;
  buyerName: string | null;
  sale: Packed | null;
}

/** The searchable facts of documents, stored beside them and filled later. */
export function createSearchIndex(database: Database) {
  // A buyer's VAT number is in the sale; most documents have no buyer.
  const select = database.prepare<[number], Row>(
    `SELECT icv, payable, buyer_name AS buyerName, CASE WHEN buyer_name IS NOT NULL THEN
       (SELECT sale FROM body AS y WHERE y.icv = d.icv) END AS sale
     FROM document AS d WHERE icv > (SELECT coalesce(max(icv), 0) FROM search_entry) ORDER BY icv LIMIT ?`,
  );
  const { saleUnlessDamaged } = bodiesOf(database);
  const insert = database.prepare<[number, number, string | null, string | null]>(
    'INSERT INTO search_entry (icv, payable, buyer, vat_number) VALUES (?, ?, ?, ?)',
  );
  const insertBuyer = database.prepare<[number, string]>(
    'INSERT INTO search_buyer (rowid, buyer) VALUES (?, ?)',
  );
  const behind = database
    .prepare<[], 0 | 1>(
      `SELECT coalesce((SELECT max(icv) FROM document), 0) > coalesce((SELECT max(icv) FROM search_entry), 0)`,
    )
    .pluck();

  const take = database.transaction((limit: number): number => {
    const rows = select.all(limit);
    for (const { icv, payable, buyerName, sale } of rows) {
      // When the company buys, the other party is the supplier.
      const parties = sale === null ? undefined : saleUnlessDamaged(icv, sale);
      const { vatNumber } = parties?.buyer ?? parties?.supplier ?? {};
      const buyer = buyerName === null ? null : searchText(`${buyerName} ${vatNumber ?? ''}`);
      insert.run(icv, payable, buyer, vatNumber ?? null);
      if (buyer !== null) insertBuyer.run(icv, buyer);
    }
    return rows.length;
  });

  return {
    /** Indexes up to `limit` new documents. Returns the number; if it is less than `limit`, the index is complete. */
    index: (limit: number) => {
      if (database.readonly || behind.get() === 0) return 0; // Reading blocks no other program, but a write transaction would.
      return take.immediate(limit);
    },
  };
}
