import type { Database } from '../database/database.ts';
import { searchText } from '../database/search-words.ts';

interface Row {
  icv: number;
  number: string;
  kind: string;
  payable: number;
  buyerName: string | null;
  buyerVatNumber: string | null;
}

/** The searchable facts of documents, stored beside them and filled later. */
export function createSearchIndex(database: Database) {
  // A buyer's VAT number is in the sale; when the company buys, the other party is the supplier.
  const select = database.prepare<[number], Row>(
    `SELECT icv, number, kind, payable, buyer_name AS buyerName,
       CASE WHEN buyer_name IS NOT NULL
         THEN coalesce(sale ->> '$.buyer.vatNumber', sale ->> '$.supplier.vatNumber') END AS buyerVatNumber
     FROM document WHERE icv > (SELECT coalesce(max(icv), 0) FROM search_entry) ORDER BY icv LIMIT ?`,
  );
  const insert = database.prepare<[Omit<Row, 'buyerName' | 'buyerVatNumber'> & { buyer: string | null }]>(
    `INSERT INTO search_entry (icv, number, kind, payable, buyer)
     VALUES (:icv, :number, :kind, :payable, :buyer)`,
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
    for (const { buyerName, buyerVatNumber, ...entry } of rows) {
      const buyer = buyerName === null ? null : searchText(`${buyerName} ${buyerVatNumber ?? ''}`);
      insert.run({ ...entry, buyer });
      if (buyer !== null) insertBuyer.run(entry.icv, buyer);
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
